// `npm run shots`: takes a screenshot of every screen. `npm run shots -- product`: takes the pictures of the product
// for the public site.
import { join } from "node:path";
import { findChromium } from "./chromium.js";
import { runPinnedNode } from "./run.js";
import { buildWeb, installPackages, root, runSteps, SetupError } from "./setup.js";

await runSteps(async () => {
  await installPackages();
  await buildWeb();
  const chromium = await findChromium();
  if (!chromium) throw new SetupError("There is no Chromium here: install one, or name it in CHROMIUM_PATH.");
  const commandArguments = process.argv.slice(2);
  const script = commandArguments[0] === "product" ? "e2e/site-shots.ts" : "e2e/shots.ts";
  runPinnedNode([join(root, script), ...commandArguments], { CHROMIUM_PATH: chromium });
});
