// The first step of every script in this folder. This file is plain JavaScript for Node 18 or newer, because it runs
// before anything is installed. All later steps run on the Node version that package.json pins.
import { execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import {
  accessSync,
  constants,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { withLock } from "./alone.js";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

const binariesFolder = join(root, "node_modules", ".bin");
const lockFile = join(root, ".cache", "setup.lock");
/** The path of the Node program in the version that package.json pins. */
export const pinnedNode = join(binariesFolder, "node");

/** A setup failure with a message of one line. The message is printed without a stack trace. */
export class SetupError extends Error {}

/** Returns the environment for child processes. In its PATH, `node` and the tools of this checkout come first. */
export function buildChildEnvironment() {
  return { ...process.env, PATH: `${binariesFolder}${delimiter}${process.env.PATH ?? ""}` };
}

/**
 * Installs the packages if the installed packages differ from the lock file.
 * @returns {Promise<void>}
 */
export async function installPackages() {
  if (Number(process.versions.node.split(".")[0]) < 18) {
    throw new SetupError(`Node ${process.versions.node} is too old: Kakehashi needs 18 or newer to start.`);
  }
  if (arePackagesInstalled()) return;
  await withLock(lockFile, async () => {
    if (arePackagesInstalled()) return;
    // Does not use `npm ci`: it refuses a lock file in which optional packages of another platform are missing. npm
    // omits these packages if a registry does not have them. `--no-save` leaves the lock file unchanged.
    const installOptions = ["--include=dev", "--include=optional", "--ignore-scripts=false"];
    await runWithTiming("Installing packages", () => runNpm(["install", "--no-save", ...installOptions]));
    checkPinnedNode();
  });
}

/**
 * Builds the web app if its sources have changed since the last build.
 * @returns {Promise<void>}
 */
export async function buildWeb() {
  const webFolder = join(root, "apps", "web");
  const buildHashFile = join(webFolder, "build", ".stamp");
  const isBuildCurrent = () =>
    existsSync(buildHashFile) && readFileSync(buildHashFile, "utf8") === hashFiles(webSources);
  if (isBuildCurrent()) return;
  await withLock(lockFile, async () => {
    if (isBuildCurrent()) return;
    const sourcesHash = hashFiles(webSources);
    rmSync(buildHashFile, { force: true });
    await runWithTiming("Building the web app", () =>
      runQuietly(pinnedNode, [join(binariesFolder, "react-router"), "build"], webFolder, {
        NODE_ENV: "production",
      }),
    );
    writeFileSync(buildHashFile, sourcesHash);
  });
}

/**
 * Runs the steps of a script. A SetupError prints its message and ends the process.
 * @param {() => Promise<void>} steps
 */
export async function runSteps(steps) {
  try {
    await steps();
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

/** @param {string[]} args */
async function runNpm(args) {
  /** @type {Record<string, string>} */
  const extraVariables = {};
  if (!existsSync(join(homedir(), ".npm")) && !isPathWritable(homedir())) {
    extraVariables.npm_config_cache = join(root, ".cache", "npm");
  }
  const npmPath = process.env.npm_execpath;
  const npmOptions = ["--no-audit", "--no-fund", "--loglevel=error"];
  if (npmPath?.endsWith(".js"))
    return runQuietly(process.execPath, [npmPath, ...args, ...npmOptions], root, extraVariables);
  return runQuietly("npm", [...args, ...npmOptions], root, extraVariables);
}

/** npm writes this file at the end of an installation. After an interrupted installation, the file is missing. */
function arePackagesInstalled() {
  const list = join(root, "node_modules", ".package-lock.json");
  if (!existsSync(list) || !existsSync(pinnedNode)) return false;
  const lockedPackages = JSON.parse(readFileSync(list, "utf8")).packages;
  const neededPackages = Object.entries(
    JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")).packages,
  );
  return neededPackages.every(([path, { version, link, optional, os, cpu, libc }]) => {
    if (path === "" || (!link && !path.includes("node_modules/"))) return true;
    const installedVersion = lockedPackages[path];
    if (installedVersion) return installedVersion.version === version;
    if (!optional) return false;
    return !os?.includes(process.platform) || !cpu?.includes(process.arch) || libc !== undefined;
  });
}

function checkPinnedNode() {
  const neededVersion = JSON.parse(readFileSync(join(root, "package.json"), "utf8")).dependencies.node;
  try {
    const nodeVersion = execFileSync(pinnedNode, ["--version"], { encoding: "utf8" }).trim();
    if (nodeVersion === `v${neededVersion}`) return;
    throw new Error(`it says ${nodeVersion}`);
  } catch (error) {
    const message = error instanceof Error ? error.message.split("\n")[0] : error;
    throw new SetupError(`Node ${neededVersion} from npm does not run on this machine: ${message}`);
  }
}

/**
 * Runs a program, and prints its output only if it fails.
 * @param {string} program
 * @param {string[]} args
 * @param {string} cwd
 * @param {Record<string, string>} extra environment
 * @returns {Promise<void>}
 */
function runQuietly(program, args, cwd, extra) {
  const childProcess = spawn(program, args, {
    cwd,
    env: { ...buildChildEnvironment(), ...extra },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  childProcess.stdout.on("data", (chunk) => (output += chunk));
  childProcess.stderr.on("data", (chunk) => (output += chunk));
  return new Promise((resolve, reject) => {
    childProcess.on("error", (error) => reject(new SetupError(`${program}: ${error.message}`)));
    childProcess.on("close", (code) => {
      if (code === 0) return resolve();
      process.stderr.write(output);
      reject(new SetupError(`${program} ${args[0]} failed (exit ${code}); what it said is above.`));
    });
  });
}

/**
 * @param {string} taskName
 * @param {() => Promise<void>} task
 */
async function runWithTiming(taskName, task) {
  const startTime = Date.now();
  console.log(`${taskName} …`);
  await task();
  console.log(`${taskName}: done in ${((Date.now() - startTime) / 1000).toFixed(1)} s`);
}

/** @param {string} path */
function isPathWritable(path) {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

const webSources = ["package-lock.json", "tsconfig.base.json", "apps/web", "packages/contract"];
const generatedFolders = new Set(["node_modules", "build", ".react-router", "data"]);

/**
 * Returns one hash of the names and contents of files, including all files below a folder.
 * @param {string[]} paths relative to the checkout
 */
function hashFiles(paths) {
  const hash = createHash("sha256");
  /** @param {string} path */
  const addPath = (path) => {
    if (statSync(join(root, path)).isDirectory()) {
      for (const name of readdirSync(join(root, path)).sort()) {
        if (!generatedFolders.has(name) && !name.endsWith(".tsbuildinfo")) addPath(`${path}/${name}`);
      }
    } else {
      hash.update(`\n${path}\n`).update(readFileSync(join(root, path)));
    }
  };
  for (const path of paths) addPath(path);
  return hash.digest("hex");
}
