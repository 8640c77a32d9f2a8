import { createListeners } from "./listeners.ts";

/** The page checks for a new build at this interval in milliseconds (docs/rules.md). */
export const buildPollIntervalMs = 60 * 60 * 1000;
/** After a reload, the page does not reload itself again for this many milliseconds (docs/rules.md). */
export const minimumReloadGapMs = 10_000;

const latestBuildUrl = "/latest-build.json";
const reloadTimeStorageKey = "reloaded-at";

export interface BuildCheckEnvironment {
  /** The id of this page's build. */
  ownBuildId: string;
  fetch: (address: string, options: RequestInit) => Promise<Response>;
  now: () => number;
}

/** Whether the server has another build than this page. False if the server is unreachable. */
export async function isBuildOutdated({
  ownBuildId,
  fetch,
}: Pick<BuildCheckEnvironment, "ownBuildId" | "fetch">): Promise<boolean> {
  try {
    const response = await fetch(latestBuildUrl, { cache: "no-store" });
    if (!response.ok) return false;
    const { id }: { id?: unknown } = await response.json();
    return typeof id === "string" && id !== ownBuildId;
  } catch {
    return false;
  }
}

/** The build id, the clock and `fetch` of the page in this tab. Tests use fake ones. */
export const pageBuildCheckEnvironment: BuildCheckEnvironment = {
  ownBuildId: import.meta.env.BUILD_ID,
  fetch: (...request) => fetch(...request),
  now: Date.now,
};

/**
 * The listeners that are called when the server refuses a request's body as malformed. A newer server may expect other
 * fields than this page sends.
 */
export const malformedRequestListeners = createListeners();

/**
 * Checks for a new build every hour, when a page is shown again after an hour, and when the server refuses a
 * body. Calls `onOutdated` once.
 */
export function watchForNewBuild(onOutdated: () => void, environment: BuildCheckEnvironment): () => void {
  let checkedAtMs = environment.now();
  let isReported = false;
  async function checkForNewBuild(): Promise<void> {
    checkedAtMs = environment.now();
    if (isReported || !(await isBuildOutdated(environment)) || isReported) return;
    isReported = true;
    onOutdated();
  }
  const timer = setInterval(() => void checkForNewBuild(), buildPollIntervalMs);
  const onPageVisible = () => {
    // Check when the page becomes visible again, because browsers slow down or stop the timers of hidden pages.
    if (!document.hidden && environment.now() - checkedAtMs >= buildPollIntervalMs) void checkForNewBuild();
  };
  document.addEventListener("visibilitychange", onPageVisible);
  const stopListening = malformedRequestListeners.add(() => void checkForNewBuild());
  return () => {
    clearInterval(timer);
    stopListening();
    document.removeEventListener("visibilitychange", onPageVisible);
  };
}

interface ReloadEnvironment extends BuildCheckEnvironment {
  readonly storage: Pick<Storage, "getItem" | "setItem">;
  readonly reload: () => void;
}

/**
 * Called when code of the page has failed to load. If the server has another build, reloads the page. Does not reload
 * again within `minimumReloadGapMs`, because code that is always missing would cause endless reloads. If the server has
 * the same build, does nothing, so that the page can offer a retry: the failure may be temporary, and a reload would
 * lose the reader's place.
 */
export async function reloadForMissingCode({
  ownBuildId,
  storage,
  fetch,
  now,
  reload,
}: ReloadEnvironment): Promise<void> {
  const isBuildReplaced = await isBuildOutdated({ ownBuildId, fetch });
  const lastReloadMs = Number(storage.getItem(reloadTimeStorageKey) ?? 0);
  if (!isBuildReplaced || now() - lastReloadMs < minimumReloadGapMs) return;
  storage.setItem(reloadTimeStorageKey, String(now()));
  reload();
}
