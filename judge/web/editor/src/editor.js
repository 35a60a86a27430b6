// The editor of scenarios: CodeMirror with YAML, completion, and the errors that the server finds, at their lines.

import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { yaml } from "@codemirror/lang-yaml";
import { bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { forceLinting, lintGutter, lintKeymap, linter, nextDiagnostic } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import { EditorView, drawSelection, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers, placeholder } from "@codemirror/view";
import { classHighlighter } from "@lezer/highlight";

import { keyHover, sources } from "./completion.js";
import { look } from "./look.js";

/** @typedef {{message: string, line: number, column: number, corrected?: string, kind: string}} Fault */

/**
 * @param {object} options
 * @param {Element} options.parent
 * @param {string} options.text
 * @param {Record<string, string>} options.attributes  of the element that is edited: its label and description
 * @param {() => object | null} options.schema
 * @param {(words: string, signal: AbortSignal) => Promise<string[]>} options.cards
 * @param {(text: string) => Promise<Fault[]>} options.validate
 * @param {(faults: Fault[]) => void} options.found  is told the faults of the text as it stands
 * @param {() => void} options.changed
 * @param {() => void} options.run
 */
export function makeEditor({ parent, text, attributes, schema, cards, validate, found, changed, run }) {
  const linting = linter(
    async (view) => {
      const { doc } = view.state;
      const faults = await validate(doc.toString());
      if (view.state.doc === doc) found(faults);
      return faults.map((fault) => diagnostic(view.state, fault));
    },
    { delay: 350 },
  );
  // Where its root is no document, CodeMirror's styles are constructable sheets, which a strict Content-Security-Policy lets be.
  const root = parent.attachShadow({ mode: "open" });
  return new EditorView({
    parent: root,
    root,
    state: EditorState.create({
      doc: text,
      extensions: [
        look,
        keymap.of([
          { key: "Mod-Enter", run: () => (run(), true) },
          { key: "F8", run: nextDiagnostic },
          ...closeBracketsKeymap,
          ...completionKeymap,
          ...lintKeymap,
          ...historyKeymap,
          ...defaultKeymap,
          indentWithTab,
        ]),
        lineNumbers(),
        highlightActiveLineGutter(),
        highlightActiveLine(),
        history(),
        drawSelection(),
        EditorState.tabSize.of(2),
        indentUnit.of("  "),
        indentOnInput(),
        bracketMatching(),
        closeBrackets(),
        yaml(),
        syntaxHighlighting(classHighlighter),
        autocompletion({ override: sources(schema, cards), icons: false, activateOnTypingDelay: 60 }),
        keyHover(schema),
        replacing,
        leaving,
        linting,
        lintGutter(),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of(attributes),
        placeholder("players: ..."),
        EditorView.updateListener.of((update) => update.docChanged && changed()),
      ],
    }),
  });
}

/** Tab leaves the editor after Escape, also after one that closes a list or drops a selection. */
const leaving = EditorView.domEventObservers({
  keydown(event, view) {
    if (event.key === "Escape") view.setTabFocusMode(4000);
  },
});

/** Typing over what is selected, done by the editor itself: browsers would write the selection's look into a style attribute, which the policy forbids. */
const replacing = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { main, ranges } = view.state.selection;
    if (event.inputType !== "insertText" || !event.data || event.isComposing || main.empty || ranges.length > 1) return false;
    const insert = () => view.state.update({ ...view.state.replaceSelection(event.data), userEvent: "input.type", scrollIntoView: true });
    const taken = view.state.facet(EditorView.inputHandler).some((each) => each(view, main.from, main.to, event.data, insert));
    if (!taken) view.dispatch(insert());
    event.preventDefault();
    return true;
  },
});

/** A fault as CodeMirror marks it: from its column to the end of the word or value there, with the corrected line as its action. */
function diagnostic(state, fault) {
  const line = state.doc.line(Math.min(Math.max(fault.line, 1), state.doc.lines));
  const from = Math.min(line.from + Math.max(fault.column - 1, 0), line.to);
  const rest = state.sliceDoc(from, line.to);
  const to = from + (rest.match(/^["']?[^\s:,[\]{}"'][^:,[\]{}#]*(?<!\s)/)?.[0].length ?? Math.min(1, rest.length));
  return {
    from: from === line.to && from > line.from && !rest ? from - 1 : from,
    to,
    severity: "error",
    message: fault.message,
    actions: corrects(fault) ? [{ name: "Correct the line", apply: (view) => correct(view, fault) }] : [],
  };
}

/** Whether a fault says how its line would be right. */
export function corrects(fault) {
  return Boolean(fault.corrected);
}

/** Write the corrected line in place of the faulty one. */
export function correct(view, fault) {
  const line = view.state.doc.line(fault.line);
  view.dispatch({
    changes: { from: line.from, to: line.to, insert: fault.corrected },
    selection: { anchor: line.from + Math.min(fault.column - 1, fault.corrected.length) },
    userEvent: "input.correct",
    scrollIntoView: true,
  });
  view.focus();
  forceLinting(view);
}

/** Put the cursor where the fault is. */
export function goTo(view, fault) {
  const line = view.state.doc.line(Math.min(fault.line, view.state.doc.lines));
  const anchor = Math.min(line.from + fault.column - 1, line.to);
  view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: "center" }) });
  view.focus();
}

/** Another text in place of all that is there. */
export function replaceAll(view, text) {
  view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text }, selection: { anchor: 0 } });
}
