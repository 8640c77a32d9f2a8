// `npm run histories [-- count]`: generates `count` (default 10,000) random conversation histories. Compares their
// unread counts and mentions with those of a simple model.
import { join } from "node:path";
import { runPinnedNode } from "./run.js";
import { installPackages, root, runSteps } from "./setup.js";

const [count = "10000"] = process.argv.slice(2);

await runSteps(async () => {
  await installPackages();
  const vitestPath = join(root, "node_modules", "vitest", "vitest.mjs");
  runPinnedNode([vitestPath, "run", "--project", "unit", "conversations/unread.test"], { HISTORIES: count });
});
