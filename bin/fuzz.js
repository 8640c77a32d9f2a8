// `npm run fuzz [-- --seconds N --seed S --only calls|frames|kills]`: starts the server as `npm start` does. Sends it
// malformed API requests and STOMP frames, and kills it again and again.
import { join } from "node:path";
import { runPinnedNode } from "./run.js";
import { buildWeb, installPackages, root, runSteps } from "./setup.js";

await runSteps(async () => {
  await installPackages();
  await buildWeb();
  runPinnedNode([join(root, "fuzz", "main.ts"), ...process.argv.slice(2)]);
});
