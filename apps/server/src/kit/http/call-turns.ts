import type { FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../errors.ts";
import { createTaskQueue } from "../turns.ts";
import { networkOf } from "./network.ts";

/**
 * Maximum number of calls of one session that run at once, and of one network without sessions. A browser makes at most
 * six calls at once over HTTP/1.1.
 */
export const maximumRunningCalls = 8;
/**
 * Maximum number of calls of one person in all sessions that run at once. It is smaller than the number of connections
 * to the database (16), so that other people's calls get a connection. It is larger than `maximumRunningCalls`, so that
 * a phone that lost its network in the middle of its calls does not hold up the same person's computer.
 */
const maximumRunningCallsOfPerson = 12;
/** Maximum number of calls of one session that wait. A browser makes at most about a hundred at once over HTTP/2. */
export const maximumWaitingCalls = 200;
/** Maximum number of calls of one network that wait. The servers of a chat platform send many calls from one network. */
const maximumWaitingCallsOfNetwork = 1_000;

export interface CallTurns {
  /**
   * Resolves when the caller may make one more call at once. The call then counts as running until the connection has
   * taken the whole answer or has closed. So clients that do not read their answers make the server keep only a few of
   * them in memory. Resolves with a function that ends the turn earlier, for an answer that is not kept in memory.
   * Throws ERR.TOO_MANY if too many calls of the caller wait already.
   */
  waitForTurn(request: FastifyRequest, reply: FastifyReply): Promise<() => void>;
}

/** Lets the calls of each session, person and network take turns, so that nobody can hold up the calls of all others. */
export function createCallTurns(): CallTurns {
  const runInTurnOfSession = createTaskQueue(Number.POSITIVE_INFINITY, {
    maximumPerOwner: maximumRunningCalls,
    maximumWaitingPerOwner: maximumWaitingCalls,
  });
  const runInTurnOfPerson = createTaskQueue(Number.POSITIVE_INFINITY, {
    maximumPerOwner: maximumRunningCallsOfPerson,
  });
  const runInTurnOfNetwork = createTaskQueue(Number.POSITIVE_INFINITY, {
    maximumPerOwner: maximumRunningCalls,
    maximumWaitingPerOwner: maximumWaitingCallsOfNetwork,
  });

  return {
    waitForTurn: ({ actor, ip }, { raw: response }) =>
      new Promise((startCall, refuseCall) => {
        const runCall = () =>
          new Promise<void>((endTurn) => {
            // The client has gone. A closed connection emits no more events, so nothing would end the turn.
            if (response.destroyed) throw new AppError("ERR.TIMEOUT");
            response.once("close", endTurn);
            startCall(endTurn);
          });
        const turn = actor
          ? runInTurnOfSession(() => runInTurnOfPerson(runCall, actor.userId), actor.sessionId)
          : runInTurnOfNetwork(runCall, networkOf(ip));
        turn.catch(refuseCall);
      }),
  };
}
