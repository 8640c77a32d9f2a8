import { waitSeconds } from "@kakehashi/contract/bot-visitors";
import type { Bus } from "../../kit/bus.ts";

const visitsSubject = "bots.visits";
/**
 * The most HTTP calls of one session that wait at the same time. A further call ends the oldest one, and that call's
 * page then calls again.
 */
const maximumWaitsPerSession = 6;

/**
 * Keeps the HTTP calls that wait for a change in a visitor's session. A waiting call needs a socket and a timer, but no
 * database query.
 */
export function createVisitorCallWaits(bus: Bus) {
  const endFunctionsBySession = new Map<string, Set<() => void>>();
  const endCallsOfSession = (sessionId: string) => {
    for (const end of [...(endFunctionsBySession.get(sessionId) ?? [])]) end();
  };
  const unsubscribe = bus.subscribe(visitsSubject, endCallsOfSession);

  return {
    /** Wakes the HTTP calls that wait for news of this session, in every process. Call this after the commit. */
    wakeWaitingCalls: (sessionId: string): void => bus.publish(visitsSubject, sessionId),

    /**
     * Begins to wait for a change of the session. Call this function before you read the session, so that no change
     * between reading and waiting is missed. `ended` resolves at a change, or after `waitSeconds`.
     */
    begin(sessionId: string): { ended: Promise<void>; end: () => void } {
      const { promise, resolve } = Promise.withResolvers<void>();
      const endFunctions = endFunctionsBySession.get(sessionId) ?? new Set();
      endFunctionsBySession.set(sessionId, endFunctions);
      const end = () => {
        clearTimeout(timer);
        endFunctions.delete(end);
        if (endFunctions.size === 0 && endFunctionsBySession.get(sessionId) === endFunctions)
          endFunctionsBySession.delete(sessionId);
        resolve();
      };
      const timer = setTimeout(end, waitSeconds * 1_000);
      const [oldest] = endFunctions;
      endFunctions.add(end);
      if (endFunctions.size > maximumWaitsPerSession) oldest?.();
      return { ended: promise, end };
    },

    /** Answers all waiting calls of visitors' pages, because the process stops. */
    endAll(): void {
      for (const sessionId of [...endFunctionsBySession.keys()]) endCallsOfSession(sessionId);
    },

    close: (): void => unsubscribe(),
  };
}
