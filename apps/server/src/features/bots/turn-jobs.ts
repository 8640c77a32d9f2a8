import { parseUrlHost } from "@kakehashi/contract/bot-requests";
import type { FlowEffect, RequestEffect } from "@kakehashi/contract/flows/effects";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import type { RequestToPublicUrl } from "../../kit/http/public-fetch.ts";
import type { Jobs } from "../../kit/jobs.ts";
import { type createRequestSecrets, createSignature } from "./request-signature.ts";
import {
  createConcurrentHostCallLimit,
  emptyHttpResponse,
  type HttpResponse,
  sendStoryRequest,
} from "./requests.ts";
import * as store from "./session-store.ts";
import { findRequestSettings } from "./store.ts";
import * as turnStore from "./turn-store.ts";

export const timerJob = "bots.timer";
export const requestJob = "bots.request";

interface TimerJob {
  session_id: string;
  token: number;
}
interface RequestJob {
  session_id: string;
  turn: number;
  /** The id of the person who created the bot. */
  maker_id: string;
  /** How often the request was postponed because its host was busy. */
  tries: number;
}

/** The event that a job causes in a session: a timer has ended, or another server has responded to a request. */
export type JobEvent =
  | { type: "timer"; token: number }
  | { type: "response"; token: number; status: number; body: string };

interface TurnJobsDependencies {
  readonly db: Kysely<DB>;
  readonly jobs: Jobs;
  readonly secrets: ReturnType<typeof createRequestSecrets>;
  readonly handleEvent: (sessionId: string, event: JobEvent) => Promise<void>;
  /** Only for tests: addresses to which a story may send requests although they are not public. */
  readonly allow?: RequestToPublicUrl["allow"];
}

/**
 * How many workers send stories' requests to other servers, and how many of them may work for one person's bots.
 * Together with `maximumPerHost`, these limits keep a server that does not respond from blocking all workers.
 */
const requestWorkers = { workers: 8, perGroup: 2, timeoutSeconds: 60 } as const;
const maximumPerHost = 4;
/**
 * A request to a busy host is tried again after 1, 2, 4, 8, 16 and 32 seconds. After the last try, the story gets no
 * response.
 */
const maximumTries = 6;

type WaitEffect = Extract<FlowEffect, { type: "wait" }>;
type PendingEffect = WaitEffect | RequestEffect;
const isPendingEffect = (effect: FlowEffect): effect is PendingEffect =>
  effect.type === "wait" || effect.type === "request";

/**
 * Runs the timers of bots' sessions, and the requests that stories send to other servers. Each timer or request is a
 * job, and the result of the job is a further event of the session.
 */
export function createTurnJobs({ db, jobs, secrets, handleEvent, allow }: TurnJobsDependencies) {
  const hostCallLimit = createConcurrentHostCallLimit(maximumPerHost);

  async function sendJobForEffect(
    tx: Kysely<DB>,
    { id, bot_id, maker_id }: store.SessionRow,
    turnNumber: number,
    effect: PendingEffect,
    delaySeconds: number,
  ): Promise<void> {
    if (effect.type === "wait") {
      const data: TimerJob = { session_id: id, token: effect.token };
      await jobs.send(tx, timerJob, data, { after: delaySeconds, group: bot_id });
    } else {
      const data: RequestJob = { session_id: id, turn: turnNumber, maker_id, tries: 0 };
      await jobs.send(tx, requestJob, data, { group: maker_id });
    }
  }

  /** Sends a story's request, if the bot's settings allow the request's host now. */
  async function callOutsideServer(
    botId: string,
    request: RequestEffect,
    sessionId: string,
  ): Promise<HttpResponse | "busy"> {
    const requestSettings = await findRequestSettings(db, botId);
    const host = parseUrlHost(request.address);
    // A refused request does not count towards the host's limit. Otherwise a bot that may not send requests to a host
    // could delay the bots that may.
    if (!requestSettings || host === null || !requestSettings.request_hosts.includes(host))
      return emptyHttpResponse;
    return hostCallLimit.run(request.address, async () => {
      const secret = await secrets.secretOf(botId, requestSettings.request_secret_number);
      const signature = createSignature(secret, request, new Date());
      return sendStoryRequest(request, { key: `${sessionId}-${request.token}`, signature }, allow);
    });
  }

  jobs.define<TimerJob>(
    timerJob,
    ({ session_id, token }) => handleEvent(session_id, { type: "timer", token }),
    { workers: 2 },
  );
  jobs.define<RequestJob>(
    requestJob,
    async (data) => {
      const { session_id, turn, maker_id, tries } = data;
      const session = await store.findSession(db, session_id);
      const foundTurn = await turnStore.findTurn(db, session_id, { number: turn });
      const request = foundTurn?.effects.find((effect) => effect.type === "request");
      // While agents answer the visitor, the story must not order or book anything. The request is sent once an agent
      // gives the visitor back to the bot.
      if (!session || session.is_paused || !request) return;
      const response = await callOutsideServer(session.bot_id, request, session_id);
      // A new job sends the request again later, so that this worker is free for other jobs.
      if (response === "busy" && tries < maximumTries)
        return jobs.send(
          db,
          requestJob,
          { ...data, tries: tries + 1 },
          { after: 2 ** tries, group: maker_id },
        );
      const { status, body } = response === "busy" ? emptyHttpResponse : response;
      await handleEvent(session_id, { type: "response", token: request.token, status, body });
    },
    requestWorkers,
  );

  return {
    /** Starts the timers and requests of a turn (an event and the bot's reaction), in the turn's transaction. */
    async send(tx: Kysely<DB>, session: store.SessionRow, turn: turnStore.TurnRow): Promise<void> {
      for (const effect of turn.effects.filter(isPendingEffect))
        await sendJobForEffect(tx, session, turn.number, effect, effect.type === "wait" ? effect.seconds : 0);
    },

    /**
     * Starts the session's timer or request again. The earlier job has done nothing, because people answered the
     * visitor when it ran. Both jobs have the same token, so if both reach the session, the second one changes nothing.
     */
    async sendAgain(tx: Kysely<DB>, session: store.SessionRow): Promise<void> {
      const { state } = session.state;
      if (state.kind !== "waiting" && state.kind !== "requesting") return;
      const turn = await turnStore.findTurnByEffectToken(tx, session.id, state.token);
      const effect = turn?.effects.find(
        (pendingEffect) => isPendingEffect(pendingEffect) && pendingEffect.token === state.token,
      );
      if (!turn || !effect || !isPendingEffect(effect)) return;
      const elapsedSeconds = (Date.now() - turn.created_at.getTime()) / 1_000;
      const remainingSeconds =
        effect.type === "wait" ? Math.max(0, Math.ceil(effect.seconds - elapsedSeconds)) : 0;
      await sendJobForEffect(tx, session, turn.number, effect, remainingSeconds);
    },
  };
}
