import { spawn } from "node:child_process";
import { resolve } from "node:path";
import { buildChildEnvironment, pinnedNode, root } from "./setup.js";

/**
 * Runs a program on the pinned Node version in this terminal, forwards signals to it, and ends with its exit code. The
 * program gets an IPC channel: its `disconnect` event says that this process has ended, even by SIGKILL.
 * @param {string[]} args
 * @param {Record<string, string>} [extraVariables] environment
 * @param {() => void} [onCrash] called before this process ends, if the program's exit code is neither 0 (success) nor
 * 1 (reported failure)
 */
export function runPinnedNode(args, extraVariables = {}, onCrash = () => {}) {
  const childProcess = spawn(pinnedNode, args, {
    cwd: root,
    stdio: ["inherit", "inherit", "inherit", "ipc"],
    // The program gets its own process group. Otherwise Ctrl-C would reach it twice: once from the terminal, which
    // signals its whole process group, and once because this process forwards the signal.
    detached: true,
    env: { ...buildChildEnvironment(), ...buildDataFolderEnvironment(), ...extraVariables },
  });
  /** @type {NodeJS.Signals[]} */
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
  for (const signal of signals)
    process.on(signal, () => childProcess.kill(signal === "SIGHUP" ? "SIGTERM" : signal));
  onParentExit(() => childProcess.kill("SIGTERM"));
  childProcess.on("error", (error) => {
    console.error(error.message);
    onCrash();
    process.exit(1);
  });
  childProcess.on("exit", (code, signal) => {
    if (code !== 0 && code !== 1) onCrash();
    if (code !== null) process.exit(code);
    for (const name of signals) process.removeAllListeners(name);
    process.kill(process.pid, signal ?? "SIGKILL");
  });
}

/**
 * Calls `callback` when the parent process (npm) has ended. npm cannot forward SIGKILL, so this function checks whether
 * this process has a new parent. The scripts in package.json begin with `exec`, so that no shell is between npm and
 * this process.
 * @param {() => void} callback
 */
function onParentExit(callback) {
  if (!process.env.npm_lifecycle_event) return;
  const initialParentPid = process.ppid;
  setInterval(() => process.ppid !== initialParentPid && callback(), 500).unref();
}

/**
 * Returns DATA_DIR as an absolute path. The program runs in the checkout's folder, but a relative DATA_DIR refers to
 * the folder in which the user started it.
 */
function buildDataFolderEnvironment() {
  const { DATA_DIR } = process.env;
  return DATA_DIR ? { DATA_DIR: resolve(DATA_DIR) } : {};
}
