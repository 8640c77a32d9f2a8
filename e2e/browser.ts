import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

const chromiums = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const headlessShells = ["/usr/bin/chromium-headless-shell"];

/** The machine's own Chromium: `CHROMIUM_PATH` names it where it lies elsewhere. */
export function chromiumPath(): string {
  const path = firstThere(process.env.CHROMIUM_PATH, ...chromiums, chromium.executablePath());
  if (!path) throw new Error("No Chromium was found. Install it, or name its path in CHROMIUM_PATH.");
  return path;
}

/**
 * A headless browser that talks to nobody but the pages it is given: Chromium without its window, which takes half the
 * processor time, or Chromium itself where that is not there. It shows no notices, and sets type a little differently.
 */
export function launchBrowser(): Promise<Browser> {
  return launch(firstThere(process.env.HEADLESS_SHELL_PATH, ...headlessShells) ?? chromiumPath());
}

/** The same with all that people have: for what is measured or looked at, and for notices. */
export function launchWholeBrowser(): Promise<Browser> {
  return launch(chromiumPath());
}

function firstThere(...paths: (string | undefined)[]): string | undefined {
  return paths.find((path) => path && existsSync(path));
}

function launch(executablePath: string): Promise<Browser> {
  return chromium.launch({
    executablePath,
    // Where the machine names no character set, Chromium saves nothing under a name that is not ASCII.
    env: { ...process.env, LANG: "C.UTF-8", LC_ALL: "C.UTF-8" },
    args: [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}
