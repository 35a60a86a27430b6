// What can be written at the cursor: keys and values by the JSON Schema, what the text names, and the names of cards.

import { pickedCompletion, startCompletion } from "@codemirror/autocomplete";
import { hoverTooltip } from "@codemirror/view";

import { namesIn, placeAt } from "./place.js";
import { keysOf, namedKeys, schemasAt, valuesOf } from "./schema.js";

/** Keys whose text is for people, and the format's own. */
const WORDS = new Set(["title", "question", "note", "answer", "quotes", "cards", "rules", "ask", "mana"]);
/** Keys below which any card can be named. */
const ANY_CARD = new Set(["players", "chosen", "choose", "answers", "token", "tokens"]);
const ITEMS_WRITTEN = /^[^"'[{&*!|>%@`#-]/;

/** The sources of completions, for `autocompletion({override})`.
 * @param {() => object | null} schema  The JSON Schema, once it is there.
 * @param {(words: string, signal: AbortSignal) => Promise<string[]>} cards  Names of cards that have these words. */
export function sources(schema, cards) {
  return [
    (context) => {
      const place = placed(context);
      const root = schema();
      return place && root ? fromSchema(root, place, context) : null;
    },
    (context) => {
      const place = placed(context);
      return place && !inWords(place) ? fromText(place, context) : null;
    },
    async (context) => {
      const place = placed(context);
      if (!place || place.part === "key" || inWords(place) || place.written.trim().length < 2) return null;
      if (!place.path.some((step) => ANY_CARD.has(step.key ?? ""))) return null;
      const stop = new AbortController();
      context.addEventListener("abort", () => stop.abort());
      await new Promise((done) => setTimeout(done, 120)); // somebody who types on asks once
      if (context.aborted) return null;
      const names = await cards(place.written, stop.signal).catch(() => []);
      if (context.aborted || !names.length) return null;
      const known = new Set(namesIn(context.state.doc.toString()).cards);
      return {
        from: place.from,
        filter: false,
        options: names.filter((name) => !known.has(name)).map((name) => ({ label: name, type: "card", apply: writing(place) })),
      };
    },
  ];
}

let lately = { doc: null, pos: -1, place: null };

function placed(context) {
  if (lately.doc !== context.state.doc || lately.pos !== context.pos)
    lately = { doc: context.state.doc, pos: context.pos, place: placeAt(context.state.doc.toString(), context.pos) };
  const { place } = lately;
  return place && (place.written || context.explicit || place.path.length) ? place : null;
}

function inWords(place) {
  return place.part !== "key" && place.path.some((step) => WORDS.has(step.key ?? ""));
}

function fromSchema(root, place, context) {
  const options = [];
  const here = schemasAt(root, place.path, place.part === "key" ? place.keys : []);
  if (place.part !== "value")
    for (const [key, { description, first, synonym }] of keysOf(here)) {
      if (place.keys.includes(key) || (synonym && !(place.written && key.startsWith(place.written)))) continue;
      options.push({ label: key, type: "property", info: description || undefined, boost: first ? 20 : synonym ? -50 : 10, apply: key_ });
    }
  if (place.part !== "key") for (const value of valuesOf(here).values) options.push({ label: value, type: "enum", boost: 15, apply: writing(place) });
  return options.length && (place.written || context.explicit || place.part !== "either") ? { from: place.from, options, validFor: /^[\p{L}\d '’+/-]*$/u } : null;
}

/** Players, labels and cards that the text names; in a line of words also its last words are completed. */
function fromText(place, context) {
  const text = context.state.doc.toString();
  const { players, labels, cards } = namesIn(text);
  if (place.path.length === 0 || (place.path.length <= 2 && place.path[0].key === "players")) return null;
  const setup = place.path[0].key === "players";
  if (place.part === "key" && (setup || !["expect", "do", "answers", "check"].some((key) => place.path.some((step) => step.key === key)))) return null;
  const taken = new Set(place.part === "key" ? place.keys : []);
  const named = [
    ...players.map((label) => ({ label, type: "player", detail: "player" })),
    ...labels.map((label) => ({ label, type: "label", detail: "label" })),
    ...cards.map((label) => ({ label, type: "card", detail: "in the text" })),
  ].filter((each) => !taken.has(each.label));
  const at = lastWords(place.written, named.map((each) => each.label));
  if (at > 0 && place.part === "key") return null;
  const apply = place.part === "key" ? key_ : at > 0 ? undefined : writing(place);
  const from = place.from + (at > 0 ? place.quote.length + at : 0);
  if (!place.written && !context.explicit) return null;
  return { from, options: named.map((each) => ({ ...each, boost: 5, apply })) };
}

/** Where the last words begin that a name begins with; 0 if none but all of it does. */
function lastWords(written, names) {
  const starts = [...written.matchAll(/(?<=\s)\S/g)].map((match) => match.index);
  const small = names.map((name) => name.toLowerCase());
  return starts.find((start) => small.some((name) => name.startsWith(written.slice(start).toLowerCase()))) ?? 0;
}

/** Write a key with its colon, and offer what can stand behind it. */
function key_(view, completion, from, to) {
  const colon = /^\s*:/.test(view.state.sliceDoc(to, to + 20)) ? "" : ": ";
  write(view, completion, from, to, quoted(completion.label, false) + colon);
  if (colon) setTimeout(() => startCompletion(view), 0);
}

/** Write a value, in quotation marks where YAML needs them. */
function writing(place) {
  return (view, completion, from, to) => {
    const closed = place.quote && view.state.sliceDoc(to, to + 1) === place.quote;
    const text = place.quote ? place.quote + inQuotes(completion.label, place.quote) + place.quote : quoted(completion.label, place.flow);
    write(view, completion, from, to + (closed ? 1 : 0), text);
  };
}

function write(view, completion, from, to, insert) {
  view.dispatch({
    changes: { from, to, insert },
    selection: { anchor: from + insert.length },
    annotations: pickedCompletion.of(completion),
    userEvent: "input.complete",
  });
}

function inQuotes(text, quote) {
  return quote === "'" ? text.replace(/'/g, "''") : text.replace(/["\\]/g, "\\$&");
}

/** The text as a YAML scalar. */
export function quoted(text, flow) {
  const plain = ITEMS_WRITTEN.test(text) && !/: |:$| #/.test(text) && !(flow && /[,[\]{}]/.test(text));
  return plain ? text : `"${inQuotes(text, '"')}"`;
}

/** What the schema says of the key under the pointer. */
export function keyHover(schema) {
  return hoverTooltip((view, pos) => {
    const line = view.state.doc.lineAt(pos);
    for (const match of line.text.matchAll(/(?<=^|[\s{[,])([\p{L}][\p{L}' -]*?):(?=\s|$)/gu)) {
      const from = line.from + match.index;
      const to = from + match[1].length;
      if (pos < from || pos > to) continue;
      const root = schema();
      const place = placeAt(view.state.doc.toString(), to);
      const about = root && place?.part === "key" && keysOf(schemasAt(root, place.path, [...place.keys, match[1]])).get(match[1])?.description;
      if (!about) return null;
      return {
        pos: from,
        end: to,
        create() {
          const dom = document.createElement("div");
          dom.className = "about-key";
          dom.textContent = about;
          return { dom };
        },
      };
    }
    return null;
  });
}
