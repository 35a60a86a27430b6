// The page of `judge serve`: the editor, the ruling beside it, and what joins the two to the server.

import { correct, corrects, goTo, makeEditor, replaceAll } from "./editor.js";
import { packed, unpacked } from "./share.js";

const $ = (/** @type {string} */ id) => document.getElementById(id);
const form = $("scenario");
const area = $("text");
const ruling = $("ruling");
const status = $("status");
const edition = $("edition");

let schema = null;
let running = null;
let asked = [];
let shown = null; // the text and question of the ruling that is shown

function say(words) {
  status.textContent = words;
}

async function json(url, options) {
  const response = await fetch(url, options);
  if (!response.ok) throw new Error((await response.json().catch(() => null))?.error?.message ?? `the server answered ${response.status}`);
  return response.json();
}

function posted(body) {
  return { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
}

async function validate(text) {
  if (!text.trim()) return [];
  for (const wait of [2000, 5000, 0])
    try {
      return (await json("/api/validate", posted({ text }))).faults;
    } catch {
      if (view.state.doc.toString() !== text) break; // the next text is asked about anyway
      await new Promise((done) => setTimeout(done, wait));
    }
  return [];
}

/** List the faults below the editor: where each is, what it is, and a button for the corrected line. */
function showFaults(faults) {
  const list = $("faults");
  list.replaceChildren(
    ...faults.slice(0, 20).map((fault) => {
      const item = document.createElement("li");
      const place = document.createElement("button");
      place.type = "button";
      place.className = "place";
      place.textContent = `Line ${fault.line}, column ${fault.column}`;
      place.addEventListener("click", () => goTo(view, fault));
      const message = document.createElement("p");
      message.textContent = fault.message;
      item.append(place, message);
      if (corrects(fault)) {
        const corrected = document.createElement("button");
        corrected.type = "button";
        corrected.className = "correct";
        const line = document.createElement("code");
        line.textContent = fault.corrected.trim();
        corrected.append("Correct to ", line);
        corrected.addEventListener("click", () => correct(view, fault));
        item.append(corrected);
      }
      return item;
    }),
  );
  list.hidden = faults.length === 0;
  const count = faults.length === 0 ? "" : faults.length === 1 ? "1 mistake in the scenario" : `${faults.length} mistakes in the scenario`;
  if ($("faults-count").textContent !== count) $("faults-count").textContent = count;
}

/** Have the text played, and show the ruling. */
async function run(what, questions = []) {
  running?.abort();
  const mine = (running = new AbortController());
  const text = view.state.doc.toString();
  const body = { text, what };
  if (edition?.value) body.edition = edition.value;
  if (questions.length) body.questions = questions;
  if (what === "explore") {
    const fields = new FormData(form);
    body.over = fields.getAll("over");
    if (fields.get("limit")) body.limit = Number(fields.get("limit"));
  }
  say(what === "explore" ? "Playing everything that can come of it ..." : "Playing ...");
  ruling.setAttribute("aria-busy", "true");
  try {
    const response = await fetch("/run", { ...posted(body), signal: mine.signal });
    $("answer").innerHTML = await response.text();
    globalThis.judgeRulings?.($("answer")); // of ruling.js
    shown = text;
    stale();
    const wait = response.headers.get("Retry-After");
    say(response.ok ? "The ruling is there." : wait ? `Not answered; try again in ${wait} s.` : "Not answered.");
    if (response.ok && !questions.length) asked = [];
    ruling.hidden = false;
    if (innerWidth < 960) ruling.scrollIntoView({ behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth" });
    return response.ok;
  } catch (error) {
    if (error.name !== "AbortError") say("The server can't be reached.");
    return false;
  } finally {
    if (running === mine) {
      running = null;
      ruling.removeAttribute("aria-busy");
    }
  }
}

/** Say so when the text isn't any more what the ruling is about. */
function stale() {
  $("stale").hidden = shown === null || view.state.doc.toString() === shown;
}

async function share() {
  await remember();
  try {
    await navigator.clipboard.writeText(location.href);
    say("The link is copied; it holds the scenario itself, nothing is stored.");
  } catch {
    say("The link is in the address bar; it holds the scenario itself, nothing is stored.");
  }
}

let noting;
/** Keep the address a link to the text as it stands. */
async function remember() {
  clearTimeout(noting);
  const fields = new URLSearchParams({ s: await packed(view.state.doc.toString()) });
  if (edition?.value) fields.set("e", edition.value);
  history.replaceState(null, "", `#${fields}`);
}

/** Take up the text of the address. */
async function linked() {
  const fields = new URLSearchParams(location.hash.slice(1));
  if (!fields.has("s")) return;
  try {
    replaceAll(view, await unpacked(fields.get("s")));
  } catch {
    say("The link is broken: it holds no scenario that can be read.");
    return;
  }
  if (edition && [...edition.options].some((each) => each.value === fields.get("e"))) edition.value = fields.get("e");
}

function changed() {
  stale();
  clearTimeout(noting);
  noting = setTimeout(remember, 600);
}

const view = makeEditor({
  parent: $("editor"),
  text: area.value.replace(/\r\n/g, "\n"),
  attributes: {
    "aria-label": "Scenario",
    "aria-description": "YAML. Control or Command with Enter runs it. Escape, then Tab, leaves the editor. F8 goes to the next mistake.",
    "aria-multiline": "true",
    autocapitalize: "off",
    spellcheck: "false",
  },
  schema: () => schema,
  cards: async (words, signal) => (await json(`/api/cards?q=${encodeURIComponent(words)}`, { signal })).names,
  validate,
  found: showFaults,
  changed,
  run: () => run("run"),
});

document.documentElement.classList.add("scripted");
area.hidden = true;
shown = $("answer").childElementCount ? view.state.doc.toString() : null;
addEventListener("hashchange", linked);
linked();
json("/api/schema").then((found) => (schema = found), () => {});

form.addEventListener("submit", (event) => {
  const button = event.submitter;
  area.value = view.state.doc.toString();
  if (button?.name === "form") return; // a file, which the browser saves
  event.preventDefault();
  run(button?.value ?? "run");
});
form.addEventListener("formdata", (event) => event.formData.set("text", view.state.doc.toString()));
$("share").addEventListener("click", share);
$("print").addEventListener("click", () => print());
$("ask").addEventListener("submit", async (event) => {
  event.preventDefault();
  const question = $("question").value.trim();
  if (!question) return;
  const questions = [...asked, question];
  if (await run("ask", questions)) {
    asked = questions;
    $("question").value = "";
  }
});
const examples = $("example");
examples?.addEventListener("change", async () => {
  if (!examples.value) return;
  try {
    const { title, text } = await json(`/api/examples/${examples.value.split("/").map(encodeURIComponent).join("/")}`);
    replaceAll(view, text.replace(/^# yaml-language-server:.*\n/, ""));
    say(`Example: ${title}`);
  } catch (error) {
    say(error.message);
  }
});
