import type { FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../errors.ts";
import { createTaskQueue } from "../turns.ts";
import { networkOf } from "./network.ts";

/**
 * Maximum number of API calls that one session runs at once. Also the maximum for all guests of one network. A browser
 * sends at most six requests at once over HTTP/1.1.
 */
export const maximumRunningCallsPerSession = 8;
/**
 * Maximum number of API calls that one person runs at once in all sessions. It is below the size of the database
 * connection pool (16), so that other people get a connection. It is above `maximumRunningCallsPerSession`: if a phone loses its
 * network during its requests, the person's computer can still send some.
 */
const maximumRunningCallsOfPerson = 12;
/**
 * Maximum number of waiting API calls of one session. Over HTTP/2 a browser sends at most about a hundred requests at
 * once.
 */
export const maximumWaitingCallsPerSession = 200;
/**
 * Maximum number of waiting API calls of one network. The servers of a chat platform send many requests from one
 * network.
 */
const maximumWaitingCallsOfNetwork = 1_000;

export interface CallQueue {
  /**
   * Resolves when the caller may run one more API call. The call counts as running until the whole response is sent or
   * the connection is closed. So a client that does not read its responses cannot make the server keep many of them in
   * memory.
   *
   * Resolves to a function that ends the call earlier, for a response that is not kept in memory. Throws ERR.TOO_MANY
   * if too many API calls of the caller are waiting.
   */
  waitForTurn(request: FastifyRequest, reply: FastifyReply): Promise<() => void>;
}

/** Queues the API calls of each session, person and network separately, so that nobody can block the others. */
export function createCallQueue(): CallQueue {
  const runInTurnOfSession = createTaskQueue(Number.POSITIVE_INFINITY, {
    maximumRunningPerOwner: maximumRunningCallsPerSession,
    maximumWaitingPerOwner: maximumWaitingCallsPerSession,
  });
  const runInTurnOfPerson = createTaskQueue(Number.POSITIVE_INFINITY, {
    maximumRunningPerOwner: maximumRunningCallsOfPerson,
  });
  const runInTurnOfNetwork = createTaskQueue(Number.POSITIVE_INFINITY, {
    maximumRunningPerOwner: maximumRunningCallsPerSession,
    maximumWaitingPerOwner: maximumWaitingCallsOfNetwork,
  });

  return {
    waitForTurn: ({ actor, ip }, { raw: response }) =>
      new Promise((startCall, refuseCall) => {
        const runCall = () =>
          new Promise<void>((endTurn) => {
            // The client has already disconnected. A closed connection emits no more events, so the call is ended here.
            if (response.destroyed) throw new AppError("ERR.TIMEOUT");
            response.once("close", endTurn);
            startCall(endTurn);
          });
        const turnPromise = actor
          ? runInTurnOfSession(() => runInTurnOfPerson(runCall, actor.userId), actor.sessionId)
          : runInTurnOfNetwork(runCall, networkOf(ip));
        turnPromise.catch(refuseCall);
      }),
  };
}
