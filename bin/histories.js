// `npm run histories [-- count]`: what is unread, and what calls, checked by its model over ten thousand random
// histories, or as many as are named.
import { join } from "node:path";
import { run } from "./run.js";
import { install, main, root } from "./setup.js";

const [count = "10000"] = process.argv.slice(2);

await main(async () => {
  await install();
  const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
  run([vitest, "run", "--project", "unit", "conversations/unread.test"], { HISTORIES: count });
});
