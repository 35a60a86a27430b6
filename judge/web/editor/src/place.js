// Where in a YAML text the cursor stands: the keys and items on the way to it, and what is written there so far.

import { parser } from "@lezer/yaml";

/**
 * @typedef {{key: string | null, keys: string[]}} Step  One step down: into the value of `key` of a mapping that has `keys`, or (null) into an item of a list.
 * @typedef {object} Place
 * @property {Step[]} path  The way from the document to here.
 * @property {"key" | "value" | "either"} part  What can stand here: a key of a mapping (`keys` are the others), a value, or (after "- ") either.
 * @property {string[]} keys  The other keys of the mapping, if this is a key.
 * @property {number} from  Where what is written so far begins.
 * @property {string} written  What is written so far, without its opening quotation mark.
 * @property {string} quote  That quotation mark, or nothing.
 * @property {boolean} flow  Inside [] or {}.
 */

const MAPPINGS = new Set(["BlockMapping", "FlowMapping"]);
const SCALARS = new Set(["Literal", "QuotedLiteral"]);

/** The place at `pos`, or null where nothing can be completed (a comment, a block of text).
 * @returns {Place | null} */
export function placeAt(/** @type {string} */ text, /** @type {number} */ pos) {
  const before = text.slice(0, pos);
  const line = before.slice(before.lastIndexOf("\n") + 1);
  if (/(^|\s)#/.test(line.replace(/"[^"]*"?|'[^']*'?/g, ""))) return null;
  if (/[\]}"']$/.test(line.trimEnd()) && !openQuote(line)) return null;
  // What follows may belong to something else while brackets are open, so the text is read up to the cursor; a letter stands for what isn't written yet.
  // On a line of its own it is taken for a key, else it would go on from the line above.
  let head = /(^|[\s[{,])$/.test(before) ? before + "x" : before;
  const end = head.length;
  if (/^ *[\p{L}"'][^:]*$/u.test(head.slice(head.lastIndexOf("\n") + 1)) && !openBracket(before)) head += closing(line) + ":";
  const tree = parser.parse(head);
  let node = tree.resolveInner(end, -1);
  if (!SCALARS.has(node.name)) return null;
  const scalar = node;
  const raw = before.slice(scalar.from);
  if (raw.includes("\n")) return null;
  const quote = /^["']/.test(raw) ? raw[0] : "";
  const pair = node.parent?.name === "Key" ? node.parent.parent : null;
  // `[a, b` without its bracket reads as the beginning of `[a, b: c]`.
  const asKey = pair !== null && !(pair.parent?.name === "FlowMapping" && head[pair.parent.from] !== "{");
  if (asKey) node = /** @type {typeof node} */ (node.parent?.parent);

  /** @type {Step[]} */
  const path = [];
  let flow = false;
  const whole = parser.parse(text);
  const ownKeys = asKey && node.parent ? others(head, node.parent, node, text, whole) : [];
  for (let at = asKey ? node.parent : node; at; at = at.parent) {
    if (at.name.startsWith("Flow")) flow = true;
    const parent = at.parent;
    if (!parent) break;
    if (parent.name === "Item") path.unshift({ key: null, keys: [] });
    else if (parent.name === "Pair") {
      const key = parent.getChild("Key");
      if (key && key.from !== at.from && parent.parent && MAPPINGS.has(parent.parent.name)) {
        path.unshift({ key: plain(head.slice(key.from, key.to)), keys: others(head, parent.parent, parent, text, whole) });
      }
    }
  }
  const item = !asKey && (path.length === 0 || path[path.length - 1].key === null);
  const part = asKey ? "key" : item && !flow ? "either" : "value";
  return { path, part, keys: ownKeys, from: scalar.from, written: raw.slice(quote.length), quote, flow };
}

/** The keys of a mapping but that of `pair`: those before the cursor, and those after it if the whole text has them in the same mapping. */
function others(head, mapping, pair, text, whole) {
  const found = keysOf(head, mapping, pair.from);
  for (let at = whole.resolve(mapping.from, 1); at; at = at.parent)
    if (at.name === mapping.name && at.from === mapping.from) {
      found.push(...keysOf(text, at, pair.from));
      break;
    }
  return [...new Set(found)];
}

function keysOf(text, mapping, but) {
  return mapping
    .getChildren("Pair")
    .filter((pair) => pair.from !== but)
    .flatMap((pair) => pair.getChildren("Key"))
    .map((key) => plain(text.slice(key.from, key.to)));
}

/** A scalar without its quotation marks. */
export function plain(/** @type {string} */ scalar) {
  const text = scalar.trim();
  if (/^"[^]*"$/.test(text)) return text.slice(1, -1).replace(/\\(.)/g, "$1");
  if (/^'[^]*'$/.test(text)) return text.slice(1, -1).replace(/''/g, "'");
  return text;
}

/** Whether a bracket is open at the end of the text. Brackets of one key at the margin don't reach beyond the next, so the lines since the last of these are looked at. */
function openBracket(before) {
  const lines = before.split("\n");
  const margin = lines.findLastIndex((line) => /^[^\s#]/.test(line));
  const since = lines
    .slice(Math.max(0, margin))
    .join("\n")
    .replace(/#.*|"[^"\n]*"|'[^'\n]*'/g, "");
  return (since.match(/[[{]/g) ?? []).length > (since.match(/[\]}]/g) ?? []).length;
}

/** The quotation mark that closes what the line has open. */
function closing(line) {
  return openQuote(line) ? line[line.search(/\S/)] : "";
}

function openQuote(line) {
  return /(^|[\s[{,:-])"[^"]*$/.test(line) || /(^|[\s[{,:-])'[^']*$/.test(line);
}

/** What the text names: its players in order, labels, and cards.
 * @returns {{players: string[], labels: string[], cards: string[]}} */
export function namesIn(/** @type {string} */ text) {
  const players = new Set();
  const labels = new Set();
  const cards = new Set();
  const way = [];
  parser.parse(text).iterate({
    enter(node) {
      if (node.name === "Pair") way.push("");
      else if (node.name === "Key") {
        way[way.length - 1] = plain(text.slice(node.from, node.to));
        if (way.length === 2 && way[0] === "players") players.add(way[1]);
        return false;
      } else if (SCALARS.has(node.name) && way[0] === "players" && way.length > 2) {
        const value = plain(text.slice(node.from, node.to));
        const key = way[way.length - 1];
        if (LABELS.has(key)) labels.add(value);
        else if (way.length === 3 || key === "card" || key === "name") {
          const name = value.replace(/ x\d+$/, "").replace(/^\d+x? /, "");
          if (/^\p{Lu}/u.test(name)) cards.add(name);
        }
      }
      return undefined;
    },
    leave(node) {
      if (node.name === "Pair") way.pop();
    },
  });
  return { players: [...players], labels: [...labels], cards: [...cards] };
}

const LABELS = new Set(["as", "label", "called", "alias"]);
