import { spawn } from "node:child_process";
import { resolve } from "node:path";
import { environment, pinnedNode, root } from "./setup.js";

/**
 * Runs a program on the pinned Node in this terminal, passes signals on, and ends with the program's exit code. The
 * program gets a channel whose `disconnect` event tells it that this process has ended, even by SIGKILL.
 * @param {string[]} args
 * @param {Record<string, string>} [extra] environment
 * @param {() => void} [onCrash] called before this process ends, if the program's exit code is neither 0 (success) nor
 * 1 (reported failure)
 */
export function run(args, extra = {}, onCrash = () => {}) {
  const child = spawn(pinnedNode, args, {
    cwd: root,
    stdio: ["inherit", "inherit", "inherit", "ipc"],
    // The program gets its own process group, because Ctrl-C reaches every process of the terminal's group. In the
    // terminal's group the program would get the signal twice, because this process also passes the signal on.
    detached: true,
    env: { ...environment(), ...dataFolderEnvironment(), ...extra },
  });
  /** @type {NodeJS.Signals[]} */
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
  for (const signal of signals)
    process.on(signal, () => child.kill(signal === "SIGHUP" ? "SIGTERM" : signal));
  onParentExit(() => child.kill("SIGTERM"));
  child.on("error", (error) => {
    console.error(error.message);
    onCrash();
    process.exit(1);
  });
  child.on("exit", (code, signal) => {
    if (code !== 0 && code !== 1) onCrash();
    if (code !== null) process.exit(code);
    for (const name of signals) process.removeAllListeners(name);
    process.kill(process.pid, signal ?? "SIGKILL");
  });
}

/**
 * Calls back when the parent process has ended. npm cannot pass SIGKILL on, so this function watches whether this
 * process gets another parent. The scripts in package.json begin with `exec`, so that the parent is npm and not a
 * shell.
 * @param {() => void} callback
 */
function onParentExit(callback) {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && callback(), 500).unref();
}

/**
 * Returns DATA_DIR as an absolute path. Programs run in the checkout's folder, but a relative DATA_DIR means a folder
 * below the caller's working directory.
 */
function dataFolderEnvironment() {
  const { DATA_DIR } = process.env;
  return DATA_DIR ? { DATA_DIR: resolve(DATA_DIR) } : {};
}
