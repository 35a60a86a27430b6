// Writes ../static/editor.js of src/ and the packages that package-lock.json fixes: `npm ci && npm run build`.

import { createHash } from "node:crypto";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";

import { build } from "esbuild";

const here = new URL(".", import.meta.url);
const sources = ["build.mjs", "package-lock.json", "package.json", ...readdirSync(new URL("src/", here)).map((name) => `src/${name}`)].sort();
const hash = createHash("sha256");
for (const name of sources) hash.update(`${name}\0`).update(readFileSync(new URL(name, here))).update("\0");

const made = await build({
  entryPoints: [new URL("src/main.js", here).pathname],
  bundle: true,
  format: "iife",
  metafile: true,
  minify: true,
  target: ["chrome111", "firefox113", "safari16.4"],
  legalComments: "none",
  write: false,
});

// The packages of which something is in the bundle, with their licences, as these ask for.
const packages = new Set(Object.keys(made.metafile.inputs).map((path) => path.match(/node_modules\/((?:@[^/]+\/)?[^/]+)/)?.[1]).filter(Boolean));
const notices = [...packages].sort().map((name) => {
  const { version, license } = JSON.parse(readFileSync(new URL(`node_modules/${name}/package.json`, here), "utf8"));
  const text = readFileSync(new URL(`node_modules/${name}/LICENSE`, here), "utf8").trim();
  return { name: `${name} ${version} (${license})`, text };
});
const texts = new Map();
for (const { name, text } of notices) texts.set(text, [...(texts.get(text) ?? []), name]);

const banner = `/* Made by judge/web/editor/build.mjs; its sources: sha256 ${hash.digest("hex")}\n * Holds other people's work, under the licences in editor.licences.txt: ${notices.map((each) => each.name).join(", ")} */\n`;
writeFileSync(new URL("../static/editor.js", here), banner + made.outputFiles[0].text);
writeFileSync(
  new URL("../static/editor.licences.txt", here),
  `editor.js holds these packages:\n\n${[...texts].map(([text, names]) => `${names.join("\n")}\n\n${text}\n`).join("\n----\n\n")}`,
);
console.log(`editor.js: ${Math.round(made.outputFiles[0].contents.length / 1024)} KB, ${notices.length} packages`);
