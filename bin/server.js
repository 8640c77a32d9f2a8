// The command that starts the server, for `npm start` and for the benches.
import { join } from "node:path";
import { root } from "./setup.js";

/** The arguments with which Node runs the server. */
export const serverProgram = [
  // Limits V8's young generation to three times 8 MB. With V8's default of three times 16 MB, a post in a room of 200
  // members takes the server half as much processor time again (`npm run bench`).
  "--max-semi-space-size=8",
  // V8 collects the garbage of the old generation when the heap has grown by 50 %. On a machine with much memory, V8's
  // default waits until the heap is three times as large. A flood of requests then doubles the server's memory. With
  // 80 % a page takes a twelfth less processor time, but ten minutes of new groups, mentions and searches leave the
  // memory at 1.38 times what it was (1.17 times with 50 %, `npm run bench -- floods`).
  "--heap-growing-percent=50",
  join(root, "apps", "server", "src", "main.ts"),
];

export const serverEnvironment = {
  NODE_ENV: "production",
  // In this folder Node stores compiled code, and the sources without types. Later starts need not compile the code
  // again, and need not load the 17 MB of code that remove types.
  NODE_COMPILE_CACHE: join(root, ".cache", "compile"),
  // glibc gives each thread its own memory arena and returns little of it to the system. With only two arenas the
  // server is as fast and takes 10 MB less.
  MALLOC_ARENA_MAX: "2",
};
