import { type ChildProcess, spawn } from "node:child_process";
import { watch } from "node:fs";
import { join } from "node:path";
import { root } from "./setup.js";

// Node's own --watch follows what a program imports. Ours imports files that Vite writes at each of its starts,
// and --watch would never come to rest; it would outlive a killed parent, too.

const SETTLE_MS = 100;

let server: ChildProcess | undefined;
let pending: NodeJS.Timeout | undefined;
/** Restarts in turn: a change during one must not start a second server beside the first. */
let turn = Promise.resolve();

function start(): void {
  const child = spawn(process.execPath, [join(root, "apps/server/src/main.ts")], {
    // The channel tells the server when we are gone.
    stdio: ["inherit", "inherit", "inherit", "ipc"],
  });
  server = child;
  child.on("exit", () => {
    if (server === child) console.log("The server ended; it starts again at the next change.");
  });
}

async function stop(): Promise<void> {
  const child = server;
  server = undefined;
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  await ended;
}

async function leave(): Promise<void> {
  await stop();
  process.exit(0);
}

for (const name of ["SIGINT", "SIGTERM", "disconnect"]) process.on(name, leave);

for (const folder of ["apps/server/src", "packages/contract/src"]) {
  watch(join(root, folder), { recursive: true }, (_event, file) => {
    if (file?.endsWith(".test.ts")) return;
    clearTimeout(pending);
    // An editor saves in several steps, a checkout many files.
    pending = setTimeout(() => {
      console.log(`${file} changed`);
      turn = turn.then(stop).then(start);
    }, SETTLE_MS);
  });
}
start();
