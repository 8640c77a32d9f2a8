// `npm run bench [-- history | search | translation-memory | kills | floods | browser]`: the figures this project answers for, of the server
// as `npm start` starts it; with a name, those beside a long history, of searching, of the translation memory, of being killed, of memory under
// floods, or of the chat in a browser.
import { join } from "node:path";
import { run } from "./run.js";
import { buildWeb, install, main, root } from "./setup.js";

const [name = "", ...others] = process.argv.slice(2);
const named = ["history", "search", "translation-memory", "kills", "floods", "browser"].includes(name);

await main(async () => {
  await install();
  if (!named || name === "browser") await buildWeb();
  run([join(root, "bench", named ? `${name}.ts` : "main.ts"), ...(named ? others : process.argv.slice(2))]);
});
