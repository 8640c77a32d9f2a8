// Usage: `npm run bench [-- NAME]`. Measures the server as `npm start` starts it. Without a name, measures speed and
// memory. Each name selects another bench. `history`: reading a long history. `search`: searching messages. `projects`:
// the list of projects. `projects-page`: the page of that list in a browser. `translation-memory`: suggestions for
// translators. `exchange`: import and export of the translation memory. `phrases`: finding a bot's phrase. `stories`:
// how fast a bot answers. `canvas`: the editor of stories in a browser. `broadcasts`: planning broadcasts. `outside`:
// the inbox of chats on Messenger and Zalo. `webhooks`: receiving webhooks from these platforms. `kills`: recovery
// after kills. `floods`: memory under floods of requests. `browser`: the chat in a browser.
import { join } from "node:path";
import { runPinnedNode } from "./run.js";
import { buildWeb, installPackages, root, runSteps } from "./setup.js";

const [name = "", ...benchArguments] = process.argv.slice(2);
const benchNames = [
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
const isBenchNamed = benchNames.includes(name);

await runSteps(async () => {
  await installPackages();
  // Most benches start a server that also serves the web app, so the web app is built first.
  await buildWeb();
  runPinnedNode([
    join(root, "bench", isBenchNamed ? `${name}.ts` : "main.ts"),
    ...(isBenchNamed ? benchArguments : process.argv.slice(2)),
  ]);
});
