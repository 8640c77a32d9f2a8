// `npm run dev`: the server starts anew when its sources change; pages change in the browser by themselves.
import { join } from "node:path";
import { run } from "./run.js";
import { install, main, root } from "./setup.js";

await main(async () => {
  await install();
  run([join(root, "bin/watch.ts")], { NODE_ENV: "development" });
});
