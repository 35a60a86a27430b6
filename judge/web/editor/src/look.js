// How the editor looks: the colours are page.css's, which reach into the shadow root as custom properties.

import { EditorView } from "@codemirror/view";

const panel = { backgroundColor: "var(--surface)", color: "var(--ink)", border: "1px solid var(--line)", borderRadius: "6px", boxShadow: "0 4px 16px var(--shadow)" };

export const look = EditorView.theme({
  "&": { backgroundColor: "var(--surface)", color: "var(--ink)", fontSize: "0.9375rem", height: "100%" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.55", overflow: "auto" },
  ".cm-content": { padding: "0.6rem 0", caretColor: "var(--ink)" },
  ".cm-line": { padding: "0 0.75rem 0 0.5rem" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": { background: "var(--selected)" },
  ".cm-activeLine": { backgroundColor: "var(--active)" },
  ".cm-gutters": { backgroundColor: "var(--surface)", color: "var(--soft)", border: "none" },
  ".cm-activeLineGutter": { backgroundColor: "var(--active)", color: "var(--ink)" },
  ".cm-gutter-lint": { width: "1.1em" },
  ".cm-placeholder": { color: "var(--soft)" },
  "&.cm-focused .cm-matchingBracket": { backgroundColor: "var(--selected)", outline: "1px solid var(--accent)" },
  "&.cm-focused .cm-nonmatchingBracket": { backgroundColor: "transparent", color: "var(--bad)" },
  ".tok-propertyName, .tok-definition": { color: "var(--key)" },
  ".tok-string, .tok-literal, .tok-string2": { color: "var(--text)" },
  ".tok-number, .tok-bool, .tok-atom": { color: "var(--number)" },
  ".tok-comment": { color: "var(--soft)", fontStyle: "italic" },
  ".tok-punctuation, .tok-separator, .tok-meta": { color: "var(--soft)" },
  ".cm-lintRange-error": { backgroundImage: "none", textDecoration: "underline wavy var(--bad) 1.5px", textUnderlineOffset: "3px", textDecorationSkipInk: "none" },
  ".cm-lintPoint-error::after": { borderBottomColor: "var(--bad)" },
  ".cm-tooltip": panel,
  ".cm-tooltip-lint": { padding: "0", maxWidth: "min(34rem, 90vw)" },
  ".cm-tooltip-hover": { maxWidth: "min(34rem, 90vw)" },
  ".cm-diagnostic": { padding: "0.5rem 0.75rem", borderLeft: "4px solid var(--bad)", fontFamily: "var(--sans)", whiteSpace: "pre-wrap" },
  ".cm-diagnosticAction": { display: "inline-block", margin: "0.4rem 0 0", padding: "0.15rem 0.6rem", font: "inherit", cursor: "pointer", color: "var(--on-accent)", backgroundColor: "var(--accent)", borderRadius: "4px" },
  ".about-key": { padding: "0.4rem 0.7rem", fontFamily: "var(--sans)" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { fontFamily: "var(--mono)", fontSize: "0.9rem", maxHeight: "14rem", maxWidth: "min(32rem, 85vw)" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { padding: "0.2rem 0.6rem", lineHeight: "1.4", color: "var(--ink)" },
  ".cm-tooltip-autocomplete > ul > li[aria-selected], .cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]": { backgroundColor: "var(--accent)", color: "var(--on-accent)" },
  ".cm-completionMatchedText": { textDecoration: "none", fontWeight: "700" },
  ".cm-completionDetail": { color: "inherit", opacity: "0.85", fontFamily: "var(--sans)", fontStyle: "normal" },
  ".cm-tooltip.cm-completionInfo": { ...panel, padding: "0.4rem 0.7rem", maxWidth: "20rem", fontFamily: "var(--sans)", fontSize: "0.9rem" },
  "@media (max-width: 40rem)": { ".cm-tooltip.cm-completionInfo": { display: "none" } },
  ".cm-panels": { backgroundColor: "var(--surface)", color: "var(--ink)", borderTop: "1px solid var(--line)" },
  ".cm-panel.cm-panel-lint ul [aria-selected]": { backgroundColor: "var(--selected)" },
});
