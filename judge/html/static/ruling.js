"use strict";
// Rulings on a page: dark and light, the steps of the board, arrows. Without this script everything can still be read.
(() => {
  const root = document.documentElement;
  const KEPT = "judge-theme";

  function theme(named) {
    if (named) root.dataset.theme = named;
    else delete root.dataset.theme;
  }

  function kept() {
    try { return localStorage.getItem(KEPT); } catch { return null; } // pages from files may have no storage
  }

  function isDark() {
    return root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  }

  function switches() {
    for (const button of document.querySelectorAll("[data-theme-switch]")) {
      button.hidden = false;
      button.addEventListener("click", () => {
        const named = isDark() ? "light" : "dark";
        theme(named);
        try { localStorage.setItem(KEPT, named); } catch { /* it holds for this page alone */ }
      });
    }
  }

  // ---- the board ---------------------------------------------------------------------------------------------

  const SVG = "http://www.w3.org/2000/svg";

  function drawn(tag, attributes) {
    const made = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    return made;
  }

  function find(table, thing) {
    return [...table.querySelectorAll("[data-thing]")].find((each) => each.dataset.thing === thing);
  }

  // Arrows from what attacks, blocks or targets to what it attacks, blocks or targets.
  function point(table) {
    table.querySelector(".arrows")?.remove();
    const wanted = table.querySelectorAll(".arrow");
    const box = table.getBoundingClientRect();
    if (!wanted.length || !box.width) return;
    const svg = drawn("svg", { class: "arrows", "aria-hidden": "true" });
    for (const arrow of wanted) {
      const start = find(table, arrow.dataset.start), end = find(table, arrow.dataset.end);
      if (start && end && start !== end) svg.append(...curve(start.getBoundingClientRect(), end.getBoundingClientRect(), box, arrow.dataset.kind));
    }
    table.append(svg);
  }

  function curve(from, to, box, kind) {
    const x1 = from.left + from.width / 2 - box.left, x2 = to.left + to.width / 2 - box.left;
    const down = to.top + to.height / 2 > from.top + from.height / 2;
    const y1 = (down ? from.bottom - 6 : from.top + 6) - box.top, y2 = (down ? to.top + 2 : to.bottom - 2) - box.top;
    const bend = Math.max(18, Math.min(60, Math.abs(x2 - x1) / 4));
    const cx = (x1 + x2) / 2 + (Math.abs(x2 - x1) < 40 ? bend : 0), cy = (y1 + y2) / 2;
    const angle = Math.atan2(y2 - cy, x2 - cx), size = 11;
    const corner = (turn) => `${x2 - size * Math.cos(angle + turn)},${y2 - size * Math.sin(angle + turn)}`;
    const path = drawn("path", { d: `M${x1} ${y1}Q${cx} ${cy} ${x2} ${y2}`, class: `arrow-${kind}` });
    return [path, drawn("polygon", { points: `${x2},${y2} ${corner(0.45)} ${corner(-0.45)}`, class: `arrow-${kind}` })];
  }

  function looks(scene) {
    return new Map([...scene.querySelectorAll("[data-thing]")].map((each) => [each.dataset.thing, each.outerHTML]));
  }

  // The step slider: the board as it was after each line of the timeline; what is new on it is marked.
  function slider(article) {
    const steps = article.querySelector(".steps");
    if (!steps) return;
    const range = steps.querySelector("input"), told = steps.querySelector(".told"), table = steps.querySelector(".table");
    const lines = article.querySelectorAll("template.step");
    const sceneOf = (place) => article.querySelector(`template.scene-${lines[place].dataset.scene}`).content;
    const show = () => {
      const place = Number(range.value);
      const scene = sceneOf(place).cloneNode(true);
      if (place) {
        const before = looks(sceneOf(place - 1));
        for (const [thing, look] of looks(scene)) if (before.get(thing) !== look) find(scene, thing).classList.add("changed");
      }
      table.querySelector(".scene").replaceChildren(scene);
      told.replaceChildren(lines[place].content.cloneNode(true));
      range.setAttribute("aria-valuetext", `${place} of ${lines.length - 1}: ${told.textContent.trim()}`);
      for (const button of steps.querySelectorAll("[data-go]")) button.disabled = !lines[place + Number(button.dataset.go)];
      point(table);
    };
    range.addEventListener("input", show);
    for (const button of steps.querySelectorAll("[data-go]")) {
      button.addEventListener("click", () => { range.value = Number(range.value) + Number(button.dataset.go); show(); });
    }
    steps.hidden = false;
    show();
  }

  function enhance(article) {
    slider(article);
    const watch = new ResizeObserver((seen) => seen.forEach((each) => point(each.target)));
    article.querySelectorAll(".table").forEach((table) => watch.observe(table));
  }

  // On paper everything is unfolded but what is long.
  function unfold() {
    for (const each of document.querySelectorAll(".ruling .rules details:not([open])")) { each.open = true; each.dataset.folded = ""; }
  }

  function fold() {
    for (const each of document.querySelectorAll("[data-folded]")) { each.open = false; delete each.dataset.folded; }
  }

  globalThis.judgeRulings = (within) => within.querySelectorAll("article.ruling").forEach(enhance);
  addEventListener("beforeprint", unfold);
  addEventListener("afterprint", fold);
  if (kept()) theme(kept());
  switches();
  judgeRulings(document);
})();
