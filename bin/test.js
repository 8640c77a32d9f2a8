// `npm test`: runs all checks, and the browser tests in `e2e/journeys`. `npm run test:all` also runs all other browser
// tests. The last line of the output is always the tally of passed and failed checks.
import { join } from "node:path";
import { runPinnedNode } from "./run.js";
import { installPackages, root } from "./setup.js";

const failedTally = "0 passed, 1 failed";

try {
  await installPackages();
  // `checks.ts` normally prints the tally. If it crashes or is killed, this callback prints a failed tally.
  runPinnedNode([join(root, "bin/checks.ts"), ...process.argv.slice(2)], {}, () => console.log(failedTally));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.log(failedTally);
  process.exitCode = 1;
}
