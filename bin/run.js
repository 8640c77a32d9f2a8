import { spawn } from "node:child_process";
import { resolve } from "node:path";
import { environment, pinnedNode, root } from "./setup.js";

/**
 * Runs a program on the pinned Node with this terminal as its own, passes signals on, and ends as it ended. The
 * program gets a channel whose `disconnect` tells it that we are gone, even by SIGKILL.
 * @param {string[]} args
 * @param {Record<string, string>} [extra] environment
 * @param {() => void} [onCrash] before we end, when the program neither succeeded (0) nor failed in order (1)
 */
export function run(args, extra = {}, onCrash = () => {}) {
  const child = spawn(pinnedNode, args, {
    cwd: root,
    stdio: ["inherit", "inherit", "inherit", "ipc"],
    // A group of its own: Ctrl-C reaches a terminal's whole group, and with us passing it on it would come twice.
    detached: true,
    env: { ...environment(), ...dataFolder(), ...extra },
  });
  /** @type {NodeJS.Signals[]} */
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
  for (const signal of signals)
    process.on(signal, () => child.kill(signal === "SIGHUP" ? "SIGTERM" : signal));
  followParent(() => child.kill("SIGTERM"));
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
 * npm cannot pass a SIGKILL on; its script sees that it has another parent. (The scripts in package.json begin
 * with `exec`, so that npm and no shell is the parent.)
 * @param {() => void} gone
 */
function followParent(gone) {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && gone(), 500).unref();
}

/** Programs run in the checkout; a relative DATA_DIR was meant from where the caller stands. */
function dataFolder() {
  const { DATA_DIR } = process.env;
  return DATA_DIR ? { DATA_DIR: resolve(DATA_DIR) } : {};
}
