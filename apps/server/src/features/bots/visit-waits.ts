import { waitSeconds } from "@kakehashi/contract/bot-visitors";
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
export function createVisitorCallWaits(bus: Bus) {
  const endFunctionsBySession = new Map<string, Set<() => void>>();
  const endCallsOfSession = (sessionId: string) => {
    for (const end of [...(endFunctionsBySession.get(sessionId) ?? [])]) end();
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
     * and waiting is missed. `endPromise` resolves when the session has news, or after `waitSeconds`.
     */
    begin(sessionId: string): { endPromise: Promise<void>; end: () => void } {
      const { promise, resolve } = Promise.withResolvers<void>();
      const endFunctions = endFunctionsBySession.get(sessionId) ?? new Set();
      endFunctionsBySession.set(sessionId, endFunctions);
      const endWait = () => {
        clearTimeout(waitTimer);
        endFunctions.delete(endWait);
        if (endFunctions.size === 0 && endFunctionsBySession.get(sessionId) === endFunctions)
          endFunctionsBySession.delete(sessionId);
        resolve();
      };
      const waitTimer = setTimeout(endWait, waitSeconds * 1_000);
      const [endOldestCall] = endFunctions;
      endFunctions.add(endWait);
      if (endFunctions.size > maximumWaitsPerSession) endOldestCall?.();
      return { endPromise: promise, end: endWait };
    },

    /** Ends all long polls of visitors' pages, because the process stops. */
    endAll(): void {
      for (const sessionId of [...endFunctionsBySession.keys()]) endCallsOfSession(sessionId);
    },

    close: (): void => unsubscribe(),
  };
}
