import { createListeners } from "./listeners.ts";

/** Milliseconds between checks for a new build (docs/rules.md). */
export const pollIntervalMs = 60 * 60 * 1000;
/** Within this many milliseconds, a page is not reloaded twice (docs/rules.md). */
export const reloadGuardMs = 10_000;

const latestBuildAddress = "/latest-build.json";
const reloadedKey = "reloaded-at";

export interface BuildEnvironment {
  /** The id of the build that this page belongs to. */
  ownBuild: string;
  fetch: (address: string, options: RequestInit) => Promise<Response>;
  now: () => number;
}

/** Whether the server runs another build than the one that this page belongs to. False if that is unknown. */
export async function isOutdated({
  ownBuild,
  fetch,
}: Pick<BuildEnvironment, "ownBuild" | "fetch">): Promise<boolean> {
  try {
    const response = await fetch(latestBuildAddress, { cache: "no-store" });
    if (!response.ok) return false;
    const { id }: { id?: unknown } = await response.json();
    return typeof id === "string" && id !== ownBuild;
  } catch {
    return false;
  }
}

/** The page that is open in this tab. */
export const openPage: BuildEnvironment = {
  ownBuild: import.meta.env.BUILD_ID,
  fetch: (...request) => fetch(...request),
  now: Date.now,
};

/**
 * Called when the server refuses a body as malformed. The server may be newer than this page and expect other fields.
 */
export const inputRefusedListeners = createListeners();

/**
 * Checks for a new build every hour, when a page is shown again after an hour, and when the server refuses a
 * body. Calls `onOutdated` once.
 */
export function watchForNewBuild(onOutdated: () => void, environment: BuildEnvironment): () => void {
  let checkedAtMs = environment.now();
  let isReported = false;
  async function checkForNewBuild(): Promise<void> {
    checkedAtMs = environment.now();
    if (isReported || !(await isOutdated(environment)) || isReported) return;
    isReported = true;
    onOutdated();
  }
  const timer = setInterval(() => void checkForNewBuild(), pollIntervalMs);
  const onPageVisible = () => {
    // Browsers slow down or stop the timers of hidden pages.
    if (!document.hidden && environment.now() - checkedAtMs >= pollIntervalMs) void checkForNewBuild();
  };
  document.addEventListener("visibilitychange", onPageVisible);
  const stopListening = inputRefusedListeners.add(() => void checkForNewBuild());
  return () => {
    clearInterval(timer);
    stopListening();
    document.removeEventListener("visibilitychange", onPageVisible);
  };
}

interface ReloadEnvironment extends BuildEnvironment {
  readonly storage: Pick<Storage, "getItem" | "setItem">;
  readonly reload: () => void;
}

/**
 * Handles code that failed to load. If the server has a newer build, the page is reloaded, but only once: if the code
 * fails again after that, the page would reload forever. If the build is the same, the connection has failed for a
 * moment or the page is being left. The view then offers to try again, because a reload would lose the reader's place
 * or cancel the navigation.
 */
export async function reloadForMissingCode({
  ownBuild,
  storage,
  fetch,
  now,
  reload,
}: ReloadEnvironment): Promise<void> {
  const isReplaced = await isOutdated({ ownBuild, fetch });
  const lastReloadMs = Number(storage.getItem(reloadedKey) ?? 0);
  if (!isReplaced || now() - lastReloadMs < reloadGuardMs) return;
  storage.setItem(reloadedKey, String(now()));
  reload();
}
