// `npm run lighthouse`: measures the public pages with Lighthouse, as a phone on a slow network loads them.
import { join } from "node:path";
import { findChromium } from "./chromium.js";
import { runPinnedNode } from "./run.js";
import { buildWeb, installPackages, root, runSteps, SetupError } from "./setup.js";

await runSteps(async () => {
  await installPackages();
  await buildWeb();
  const chromiumPath = await findChromium();
  if (!chromiumPath)
    throw new SetupError("There is no Chromium here: install one, or name it in CHROMIUM_PATH.");
  runPinnedNode([join(root, "e2e/lighthouse.ts"), ...process.argv.slice(2)], { CHROMIUM_PATH: chromiumPath });
});
