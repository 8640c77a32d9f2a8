import { createListeners } from "./listeners.ts";

/** Milliseconds between checks for a new build (docs/rules.md). */
export const pollIntervalMs = 60 * 60 * 1000;
/** After a reload, a page is not reloaded again within this many milliseconds (docs/rules.md). */
export const reloadGuardMs = 10_000;

const latestBuildAddress = "/latest-build.json";
const reloadTimeStorageKey = "reloaded-at";

export interface BuildEnvironment {
  /** The id of the build that this page belongs to. */
  ownBuild: string;
  fetch: (address: string, options: RequestInit) => Promise<Response>;
  now: () => number;
}

/** Whether the server runs another build than this page's. False if the server cannot be asked. */
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
 * Called when the server refuses a request's body as malformed. The server may be newer than this page and expect other
 * fields.
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
    // Check when the page is shown again, because browsers slow down or stop the timers of hidden pages.
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
 * Handles code that failed to load. If the server has a newer build, the page is reloaded once, because a page whose
 * code is always missing would reload forever. If the server has the same build, the view offers to try again: the
 * connection may have failed for a moment, and a reload would lose the reader's place or cancel a navigation.
 */
export async function reloadForMissingCode({
  ownBuild,
  storage,
  fetch,
  now,
  reload,
}: ReloadEnvironment): Promise<void> {
  const isBuildReplaced = await isOutdated({ ownBuild, fetch });
  const lastReloadMs = Number(storage.getItem(reloadTimeStorageKey) ?? 0);
  if (!isBuildReplaced || now() - lastReloadMs < reloadGuardMs) return;
  storage.setItem(reloadTimeStorageKey, String(now()));
  reload();
}
