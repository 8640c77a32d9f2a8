import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

const chromiumPaths = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const headlessShells = ["/usr/bin/chromium-headless-shell"];

/** Returns the path of Chromium: the one that the variable `CHROMIUM_PATH` names, or the one of this machine. */
export function findChromiumPath(): string {
  const path = findExistingPath(process.env.CHROMIUM_PATH, ...chromiumPaths, chromium.executablePath());
  if (!path) throw new Error("No Chromium was found. Install it, or name its path in CHROMIUM_PATH.");
  return path;
}

/**
 * Launches a headless browser that only opens the given pages. It is the headless shell, which takes half the processor
 * time, or else Chromium. It shows no desktop notices and renders text slightly differently from Chromium.
 */
export function launchBrowser(): Promise<Browser> {
  return launch(findExistingPath(process.env.HEADLESS_SHELL_PATH, ...headlessShells) ?? findChromiumPath());
}

/** Launches the full Chromium, for measurements, screenshots and desktop notices. */
export function launchFullBrowser(): Promise<Browser> {
  return launch(findChromiumPath());
}

function findExistingPath(...paths: (string | undefined)[]): string | undefined {
  return paths.find((path) => path && existsSync(path));
}

/**
 * How long tests wait for a page. On a busy machine, a page that usually takes a second has taken longer than
 * Playwright's default of 30 s, and a slow test is not a failure.
 */
const waitTimeoutMs = 60_000;

async function launch(executablePath: string): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath,
    // Without a UTF-8 locale, Chromium cannot save files whose names are not ASCII.
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
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    context.setDefaultTimeout(waitTimeoutMs);
    return context;
  };
  return browser;
}
