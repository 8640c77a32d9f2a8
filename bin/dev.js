// `npm run dev`: runs the server for developers. It restarts when its sources change, and updates open pages in the
// browser. `npm run dev -- channels [--port 4800] [--server http://127.0.0.1:3000]`: starts simulated versions of
// Messenger and Zalo, and a page on which a developer plays their customers.
import { join } from "node:path";
import { runPinnedNode } from "./run.js";
import { installPackages, root, runSteps } from "./setup.js";

const [command, ...commandArguments] = process.argv.slice(2);

await runSteps(async () => {
  await installPackages();
  if (command === "channels") runPinnedNode([join(root, "bin/channels.ts"), ...commandArguments]);
  else runPinnedNode([join(root, "bin/watch.ts")], { NODE_ENV: "development" });
});
