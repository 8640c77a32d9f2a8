import { longPollTimeoutSeconds } from "@kakehashi/contract/bot-visitors";
import type { Bus } from "../../kit/bus.ts";

const visitsSubject = "bots.visits";
/**
 * Maximum number of open long polls of one session. A further one ends the oldest, and the page that sent the oldest
 * then sends a new request.
 */
const maximumWaitsPerSession = 6;

/**
 * Keeps the long polls of visitors' pages: HTTP requests that stay open until the session has news. An open request
 * needs a socket and a timer, but no database query.
 */
export function createVisitorLongPolls(bus: Bus) {
  const endCallbacksBySession = new Map<string, Set<() => void>>();
  const endCallsOfSession = (sessionId: string) => {
    for (const end of [...(endCallbacksBySession.get(sessionId) ?? [])]) end();
  };
  const unsubscribe = bus.subscribe(visitsSubject, endCallsOfSession);

  return {
    /**
     * Responds to the long polls of this session in every process, because the session has news. Call this after the
     * commit.
     */
    wakeWaitingCalls: (sessionId: string): void => bus.publish(visitsSubject, sessionId),

    /**
     * Begins to wait for news of the session. Call this before reading the session, so that no change between reading
     * and waiting is missed. `endPromise` resolves when the session has news, or after `longPollTimeoutSeconds`.
     */
    begin(sessionId: string): { endPromise: Promise<void>; end: () => void } {
      const { promise, resolve } = Promise.withResolvers<void>();
      const endCallbacks = endCallbacksBySession.get(sessionId) ?? new Set();
      endCallbacksBySession.set(sessionId, endCallbacks);
      const endWait = () => {
        clearTimeout(waitTimer);
        endCallbacks.delete(endWait);
        if (endCallbacks.size === 0 && endCallbacksBySession.get(sessionId) === endCallbacks)
          endCallbacksBySession.delete(sessionId);
        resolve();
      };
      const waitTimer = setTimeout(endWait, longPollTimeoutSeconds * 1_000);
      const [endOldestWait] = endCallbacks;
      endCallbacks.add(endWait);
      if (endCallbacks.size > maximumWaitsPerSession) endOldestWait?.();
      return { endPromise: promise, end: endWait };
    },

    /** Ends all long polls of visitors' pages, because the process stops. */
    endAll(): void {
      for (const sessionId of [...endCallbacksBySession.keys()]) endCallsOfSession(sessionId);
    },

    close: (): void => unsubscribe(),
  };
}
