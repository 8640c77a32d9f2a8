import { type ChildProcess, spawn } from "node:child_process";
import { watch } from "node:fs";
import { join } from "node:path";
import { root } from "./setup.js";

// Node's own --watch follows all imported files. Vite writes some of them at each start, so --watch would
// restart forever. It would also outlive a killed parent.

const SETTLE_MS = 100;

let server: ChildProcess | undefined;
let pending: NodeJS.Timeout | undefined;
/** Restarts run one after another, so that two changes do not start two servers. */
let lastRestart = Promise.resolve();

function start(): void {
  const child = spawn(process.execPath, [join(root, "apps/server/src/main.ts")], {
    // The server notices through the channel when this process has ended.
    stdio: ["inherit", "inherit", "inherit", "ipc"],
  });
  server = child;
  child.on("exit", () => {
    if (server === child) console.log("The server ended; it starts again at the next change.");
  });
}

async function stopChild(): Promise<void> {
  const child = server;
  server = undefined;
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const childExit = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  await childExit;
}

async function exitAfterChild(): Promise<void> {
  await stopChild();
  process.exit(0);
}

for (const name of ["SIGINT", "SIGTERM", "disconnect"]) process.on(name, exitAfterChild);

for (const folder of ["apps/server/src", "packages/contract/src"]) {
  watch(join(root, folder), { recursive: true }, (_event, file) => {
    if (file?.endsWith(".test.ts")) return;
    clearTimeout(pending);
    // An editor saves in several steps, and a checkout changes many files, so changes are collected first.
    pending = setTimeout(() => {
      console.log(`${file} changed`);
      lastRestart = lastRestart.then(stopChild).then(start);
    }, SETTLE_MS);
  });
}
start();
