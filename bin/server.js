// The command that starts the server, for `npm start` and for the benches.
import { join } from "node:path";
import { root } from "./setup.js";

/** Arguments of the pinned Node. */
export const serverProgram = [
  // V8 lets its young generation grow to three times 16 MB at the start, and returns nothing of it. Three times 8
  // serve the busiest rooms just as fast.
  "--max-semi-space-size=8",
  join(root, "apps", "server", "src", "main.ts"),
];

export const serverEnvironment = {
  NODE_ENV: "production",
  // Keeps compiled code, and the sources without their types: later starts neither strip nor compile, and have no
  // use for the 17 MB that strip types.
  NODE_COMPILE_CACHE: join(root, ".cache", "compile"),
  // glibc gives each thread an arena of its own, and returns little of what they held. Two serve as fast, in 10 MB less.
  MALLOC_ARENA_MAX: "2",
};
