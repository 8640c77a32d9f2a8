import { type ChildProcess, spawn } from "node:child_process";
import { watch } from "node:fs";
import { join } from "node:path";
import { root } from "./setup.js";

// Replaces Node's `--watch`, which has two faults here. It watches all imported files, even those that Vite writes at
// each start, so the server would restart forever. And it keeps running when its parent process is killed.

const RESTART_DELAY_MS = 100;

let serverProcess: ChildProcess | undefined;
let restartTimer: NodeJS.Timeout | undefined;
/**
 * Resolves when the newest restart is done. Each restart waits for the previous one, so that two quick changes do not
 * start two servers.
 */
let lastRestart = Promise.resolve();

function startServer(): void {
  const childProcess = spawn(process.execPath, [join(root, "apps/server/src/main.ts")], {
    // The IPC channel tells the server when this process has ended.
    stdio: ["inherit", "inherit", "inherit", "ipc"],
  });
  serverProcess = childProcess;
  childProcess.on("exit", () => {
    if (serverProcess === childProcess) console.log("The server ended; it starts again at the next change.");
  });
}

async function stopChild(): Promise<void> {
  const childProcess = serverProcess;
  serverProcess = undefined;
  if (!childProcess || childProcess.exitCode !== null || childProcess.signalCode !== null) return;
  const childExit = new Promise((resolve) => childProcess.once("exit", resolve));
  childProcess.kill("SIGTERM");
  await childExit;
}

async function stopChildAndExit(): Promise<void> {
  await stopChild();
  process.exit(0);
}

for (const name of ["SIGINT", "SIGTERM", "disconnect"]) process.on(name, stopChildAndExit);

for (const folder of ["apps/server/src", "packages/contract/src"]) {
  watch(join(root, folder), { recursive: true }, (_event, file) => {
    if (file?.endsWith(".test.ts")) return;
    clearTimeout(restartTimer);
    // Waits a moment for further changes before the restart: an editor may save in several steps, and a Git checkout
    // changes many files.
    restartTimer = setTimeout(() => {
      console.log(`${file} changed`);
      lastRestart = lastRestart.then(stopChild).then(startServer);
    }, RESTART_DELAY_MS);
  });
}
startServer();
