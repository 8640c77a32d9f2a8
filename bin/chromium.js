import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { pinnedNode, root, SetupError } from "./setup.js";

const names = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];
const macApplications = [
  "Google Chrome.app/Contents/MacOS/Google Chrome",
  "Chromium.app/Contents/MacOS/Chromium",
];

const debianFonts = ["fonts-noto-cjk", "fonts-noto-color-emoji"];
const headlessShells = ["chromium-headless-shell", "chrome-headless-shell"];

/**
 * Finds the headless shell, which is a Chromium without windows: the program in the variable HEADLESS_SHELL_PATH, or
 * the system's. Tests need half as much processor time with it as with Chromium.
 * @returns {string | undefined}
 */
export function findHeadlessShell() {
  return findProgramByVariable("HEADLESS_SHELL_PATH") ?? findProgramInPath(headlessShells);
}

/**
 * Finds a Chromium: the program in the variable CHROMIUM_PATH, the system's, or the one of playwright-core.
 * @returns {Promise<string | undefined>}
 */
export async function findChromium() {
  const program = findProgramByVariable("CHROMIUM_PATH") ?? findProgramInPath(names);
  if (program) return program;
  const programPaths =
    process.platform === "darwin" ? macApplications.map((app) => join("/Applications", app)) : [];
  const { chromium } = await import("playwright-core");
  return [...programPaths, chromium.executablePath()].find(isExecutableFile);
}

/**
 * @param {string} variable
 * @returns {string | undefined}
 */
function findProgramByVariable(variable) {
  const configuredPath = process.env[variable];
  if (configuredPath && !isExecutableFile(configuredPath))
    throw new SetupError(`${variable} is ${configuredPath}, which is no program.`);
  return configuredPath || undefined;
}

/**
 * @param {string[]} programs
 * @returns {string | undefined}
 */
function findProgramInPath(programs) {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return folders.flatMap((folder) => programs.map((name) => join(folder, name))).find(isExecutableFile);
}

/**
 * Returns the commands that install the browsers for the tests. For root on Debian, they install Debian's packages,
 * with fonts for Japanese and emoji. Otherwise they install playwright-core's own browser.
 * @returns {string[][]}
 */
export function listChromiumInstallCommands() {
  if (canInstallPackages())
    return [
      ["apt-get", "update"],
      ["apt-get", "install", "-y", "chromium", "chromium-headless-shell", ...debianFonts],
    ];
  return [[pinnedNode, join(root, "node_modules/playwright-core/cli.js"), "install", "chromium"]];
}

/** Whether this process may install system packages: only as root on Debian. */
export function canInstallPackages() {
  return existsSync("/etc/debian_version") && process.getuid?.() === 0;
}

/** @param {string} path */
function isExecutableFile(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
