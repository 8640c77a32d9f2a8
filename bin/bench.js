// `npm run bench [-- history | search | projects | projects-page | translation-memory | exchange | phrases | stories |
// canvas | broadcasts | outside | webhooks | kills | floods | browser]`: measures the server as `npm start` starts it.
// Without a name it prints the figures of speed and memory. With a name it measures reading a long history, searching,
// the list of projects, its page in a browser, the translation memory, importing and exporting it, a bot's phrases, its
// turns, the canvas of its stories in a browser, planning its broadcasts, the inbox of outside conversations, taking
// webhooks, recovery after kills, memory under floods, or the chat in a browser.
import { join } from "node:path";
import { run } from "./run.js";
import { buildWeb, install, main, root } from "./setup.js";

const [name = "", ...otherArguments] = process.argv.slice(2);
const benches = [
  "history",
  "search",
  "projects",
  "projects-page",
  "translation-memory",
  "exchange",
  "phrases",
  "stories",
  "canvas",
  "broadcasts",
  "outside",
  "webhooks",
  "kills",
  "floods",
  "browser",
];
const named = benches.includes(name);

await main(async () => {
  await install();
  // The servers that most of them start serve the pages, too.
  await buildWeb();
  run([
    join(root, "bench", named ? `${name}.ts` : "main.ts"),
    ...(named ? otherArguments : process.argv.slice(2)),
  ]);
});
