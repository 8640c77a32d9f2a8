// The command line and environment that start the server, for `npm start` and for the benches.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./setup.js";

export const serverProgram = [
  // Limits V8's young generation to three times 8 MB. With V8's default of three times 16 MB, a post in a room of 200
  // members costs the server 50 % more processor time (`npm run bench`).
  "--max-semi-space-size=8",
  // V8 collects garbage in the old generation when the heap has grown by 50 %. On a computer with much memory, V8's
  // default waits until the heap is three times as large, and a flood of requests doubles the server's memory. With 80
  // % instead of 50 %, a page costs a twelfth less processor time. But ten minutes of new groups, mentions and searches
  // then leave the memory at 1.38 times its earlier value, instead of 1.17 times (`npm run bench -- floods`).
  "--heap-growing-percent=50",
  `--import=${pathToFileURL(join(root, "bin", "strip-types.js"))}`,
  join(root, "apps", "server", "src", "main.ts"),
];

export const serverEnvironment = {
  NODE_ENV: "production",
  // By default, glibc gives each thread its own memory arena, which returns little memory to the system. With only two
  // arenas, the server is as fast and needs 10 MB less.
  MALLOC_ARENA_MAX: "2",
};
