import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { pinnedNode, root, SetupError } from "./setup.js";

const names = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];
const apps = ["Google Chrome.app/Contents/MacOS/Google Chrome", "Chromium.app/Contents/MacOS/Chromium"];

/**
 * A Chromium on this machine: the one that CHROMIUM_PATH names, the system's, or playwright-core's own.
 * @returns {Promise<string | undefined>}
 */
export async function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (!isProgram(named)) throw new SetupError(`CHROMIUM_PATH is ${named}, which is no program.`);
    return named;
  }
  const folders = (process.env.PATH ?? "").split(delimiter);
  const places = folders.flatMap((folder) => names.map((name) => join(folder, name)));
  if (process.platform === "darwin") places.push(...apps.map((app) => join("/Applications", app)));
  const { chromium } = await import("playwright-core");
  return [...places, chromium.executablePath()].find(isProgram);
}

/**
 * The commands that install one: Debian's with the fonts for Japanese and emojis when root may, else playwright-core's own.
 * @returns {string[][]}
 */
export function chromiumInstallation() {
  const debian = existsSync("/etc/debian_version") && process.getuid?.() === 0;
  if (debian)
    return [
      ["apt-get", "update"],
      ["apt-get", "install", "-y", "chromium", "fonts-noto-cjk", "fonts-noto-color-emoji"],
    ];
  return [[pinnedNode, join(root, "node_modules/playwright-core/cli.js"), "install", "chromium"]];
}

/** @param {string} path */
function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
