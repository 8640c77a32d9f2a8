import type { ServerResponse } from "node:http";
import { AppError } from "../errors.ts";
import { createTaskQueue } from "../turns.ts";

/**
 * Maximum number of calls of one session that run at once. It is smaller than the number of connections to the database
 * (10), so that other people's calls get a connection. A browser makes at most six calls at once over HTTP/1.1.
 */
export const maximumRunningCalls = 8;
/** Maximum number of calls of one session that wait. A browser makes at most about a hundred at once over HTTP/2. */
export const maximumWaitingCalls = 200;

export interface CallTurns {
  /**
   * Resolves when fewer than `maximumRunningCalls` calls of the session run. The call then counts as running until the
   * connection has taken the whole answer or has closed. So a client that does not read its answers makes the server
   * keep only a few of them in memory. Resolves with a function that ends the turn earlier, for an answer that is not
   * kept in memory. Throws ERR.TOO_MANY if too many calls of the session wait already.
   */
  waitForTurn(sessionId: string, answer: ServerResponse): Promise<() => void>;
}

/** Lets the calls of each session take turns, so that one client cannot hold up the calls of all others. */
export function createCallTurns(): CallTurns {
  const runInTurn = createTaskQueue(Number.POSITIVE_INFINITY, {
    maximumPerOwner: maximumRunningCalls,
    maximumWaitingPerOwner: maximumWaitingCalls,
  });

  return {
    waitForTurn: (sessionId, answer) =>
      new Promise((startCall, refuseCall) => {
        const turn = () =>
          new Promise<void>((endTurn) => {
            // A closed connection emits no more events, so nothing would end the turn.
            if (answer.destroyed) throw new AppError("ERR.UNAVAILABLE");
            answer.once("close", endTurn);
            startCall(endTurn);
          });
        runInTurn(turn, sessionId).catch(refuseCall);
      }),
  };
}
