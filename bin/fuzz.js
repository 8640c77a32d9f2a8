// `npm run fuzz [-- --seconds N --seed S --only calls|frames|kills]`: sends odd calls and frames to the server as `npm
// start` starts it, and kills it.
import { join } from "node:path";
import { run } from "./run.js";
import { buildWeb, install, main, root } from "./setup.js";

await main(async () => {
  await install();
  await buildWeb();
  run([join(root, "fuzz", "main.ts"), ...process.argv.slice(2)]);
});
