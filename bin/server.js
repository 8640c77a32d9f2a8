// The command that starts the server, for `npm start` and for the benches.
import { join } from "node:path";
import { root } from "./setup.js";

/** Arguments for the pinned Node. */
export const serverProgram = [
  // V8's young generation is limited to three times 8 MB instead of three times 16 MB. With the default, a post in a room
  // of 200 members costs the server half as much processor time again (`npm run bench`).
  "--max-semi-space-size=8",
  // V8 collects the garbage of the old generation once it is half as large as what is in use. On a machine with much
  // memory, V8 waits until it is three times as large, and a flood of requests then doubles the server's memory.
  "--heap-growing-percent=50",
  join(root, "apps", "server", "src", "main.ts"),
];

export const serverEnvironment = {
  NODE_ENV: "production",
  // Caches compiled code and the sources without types. Later starts then need neither compile nor load the 17 MB that
  // remove types.
  NODE_COMPILE_CACHE: join(root, ".cache", "compile"),
  // glibc gives each thread its own memory arena and returns little of it. Two arenas are as fast and take 10 MB less.
  MALLOC_ARENA_MAX: "2",
};
