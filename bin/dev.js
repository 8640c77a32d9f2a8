// `npm run dev`: restarts the server when its sources change, and updates pages in the browser.
import { join } from "node:path";
import { run } from "./run.js";
import { install, main, root } from "./setup.js";

await main(async () => {
  await install();
  run([join(root, "bin/watch.ts")], { NODE_ENV: "development" });
});
