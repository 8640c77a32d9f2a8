import {
  maximumTurns,
  maximumTurnsPerMinute,
  turnsPage,
  type VisitorTurn,
} from "@kakehashi/contract/bot-visitors";
import type { BusinessHours } from "@kakehashi/contract/flows/file";
import type { Flow } from "@kakehashi/contract/flows/flow";
import {
  type FlowEvent,
  type FlowSession,
  newSession,
  type SavePlace,
} from "@kakehashi/contract/flows/session";
import type { Language } from "@kakehashi/contract/languages";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { AppError, notFound } from "../../kit/errors.ts";
import { firstFitting } from "../../kit/http/list-bytes.ts";
import type { PublicRequest } from "../../kit/http/public-fetch.ts";
import { hashSecret, newId, newSecret } from "../../kit/ids.ts";
import type { Jobs } from "../../kit/jobs.ts";
import { callOutside } from "./requests.ts";
import { type Place, runEvent } from "./run-event.ts";
import * as store from "./session-store.ts";

export const timerJob = "bots.timer";
export const requestJob = "bots.request";

interface TimerJob {
  session_id: string;
  token: number;
}
interface RequestJob {
  session_id: string;
  turn: number;
}

export interface SessionParts {
  readonly db: Kysely<DB>;
  readonly jobs: Jobs;
  /** For tests: which addresses a story may call. */
  readonly allow?: PublicRequest["allow"];
}

/** Published saves never change. This many are kept in memory, so that a turn does not read a whole story. */
const cachedFlows = 200;

/** An event without its day, which the server adds. */
type Happening = FlowEvent extends infer E ? (E extends FlowEvent ? Omit<E, "today"> : never) : never;
type SavedPlace = Place & { readonly save: SavePlace };

function todayOf(hours: BusinessHours | null): string {
  const parts = new Intl.DateTimeFormat("en-CA", { timeZone: hours?.time_zone ?? "UTC", dateStyle: "short" });
  return parts.format(new Date());
}

const presentTurn = ({ number, event, effects, created_at }: store.TurnRow): VisitorTurn => ({
  number,
  content: event.type === "message" ? event.text : null,
  choice: event.type === "message" ? event.choice : null,
  said: firstFitting(effects.flatMap((effect) => (effect.type === "say" ? [effect.message] : []))).data,
  created_at: created_at.toISOString(),
});

/** Visitors' sessions: what they write, what the bot answers, and what comes of timers and of other servers. */
export function createSessions({ db, jobs, allow }: SessionParts) {
  const flows = new Map<string, Flow>();

  async function placeOf(
    executor: Kysely<DB>,
    save: SavePlace,
    languages: readonly Language[],
  ): Promise<SavedPlace> {
    const key = `${save.flow_id} ${save.save_number}`;
    const flow = flows.get(key) ?? (await store.findSavedFlow(executor, save));
    if (!flow) throw notFound();
    flows.delete(key);
    flows.set(key, flow);
    const [oldest] = flows.keys();
    if (flows.size > cachedFlows && oldest !== undefined) flows.delete(oldest);
    return { flowId: save.flow_id, save, version: { flow, languages } };
  }

  /** Runs an event and stores the turn, with the jobs that it causes. Undefined if nothing waited for the event. */
  async function runTurn(
    tx: Kysely<DB>,
    session: store.SessionRow,
    event: FlowEvent,
    clientId: string | null,
  ): Promise<store.TurnRow | undefined> {
    const { id, bot_id, languages, state } = session;
    const ran: SavePlace[] = [{ flow_id: session.flow_id, save_number: session.save_number }];
    const place = await placeOf(
      tx,
      { flow_id: session.flow_id, save_number: session.save_number },
      languages,
    );
    const result = await runEvent(place, state, event, async (flowId) => {
      const save = await store.findTarget(tx, bot_id, flowId);
      if (!save) return null;
      ran.push(save);
      return placeOf(tx, save, languages);
    });
    // A message is kept even if the story does not listen: a person may read it.
    if (result.session === state && event.type !== "message") return undefined;
    const number = session.turn_count + 1;
    const turn = await store.insertTurn(
      tx,
      { id, place: result.place.save, state: result.session },
      { number, event, effects: [...result.effects], ran, clientId },
    );
    for (const effect of result.effects) {
      if (effect.type === "wait") {
        const data: TimerJob = { session_id: id, token: effect.token };
        await jobs.send(tx, timerJob, data, { after: effect.seconds, group: bot_id });
      } else if (effect.type === "request") {
        const data: RequestJob = { session_id: id, turn: number };
        await jobs.send(tx, requestJob, data, { group: bot_id });
      }
    }
    return turn;
  }

  /** One turn, in one transaction. An event that comes twice changes nothing the second time. */
  const happen = (sessionId: string, happening: Happening): Promise<void> =>
    db.transaction().execute(async (tx) => {
      const session = await store.lockSession(tx, sessionId);
      // The visitor's session was deleted, with its bot or after its time.
      if (!session) return;
      const event = { ...happening, today: todayOf(session.hours) } as FlowEvent;
      await runTurn(tx, session, event, null);
    });

  jobs.define<TimerJob>(timerJob, ({ session_id, token }) => happen(session_id, { type: "timer", token }), {
    workers: 2,
  });
  jobs.define<RequestJob>(
    requestJob,
    async ({ session_id, turn }) => {
      const found = await store.findTurn(db, session_id, { number: turn });
      const request = found?.effects.find((effect) => effect.type === "request");
      if (!request) return;
      const answer = await callOutside(request, `${session_id}-${request.token}`, allow);
      await happen(session_id, { type: "response", token: request.token, ...answer });
    },
    { workers: 8, perGroup: 2, timeoutSeconds: 60 },
  );

  async function sessionOf(botId: string, token: string | undefined): Promise<string> {
    const id = token && (await store.findByToken(db, botId, hashSecret(token)));
    if (!id) throw notFound();
    return id;
  }

  return {
    /** Begins a session on the web. Not found where the bot does not answer there. */
    async start(botId: string, language: Language) {
      const token = newSecret();
      const turn = await db.transaction().execute(async (tx) => {
        const start = await store.findStart(tx, botId, "WEB");
        if (!start) throw notFound();
        const { languages, hours, ...save } = start;
        const id = newId();
        const spoken = languages.includes(language) ? language : (languages[0] ?? language);
        const state: FlowSession = newSession(spoken);
        await store.insertSession(tx, {
          ...save,
          id,
          botId,
          platform: "WEB",
          tokenHash: hashSecret(token),
          state,
        });
        const session = {
          ...save,
          id,
          bot_id: botId,
          state,
          turn_count: 0,
          languages,
          hours,
          is_archived: false,
        };
        const turn = await runTurn(tx, session, { type: "start", today: todayOf(hours) }, null);
        return { spoken, turn };
      });
      return {
        token,
        language: turn.spoken,
        messages: turn.turn ? [presentTurn(turn.turn)] : [],
      };
    },

    /** The visitor's message and the bot's answer, once for each `client_id`. */
    async send(
      botId: string,
      token: string | undefined,
      given: { client_id: string; content: string; choice: string | null },
    ) {
      const id = await sessionOf(botId, token);
      const turn = await db.transaction().execute(async (tx) => {
        const session = await store.lockSession(tx, id);
        if (!session) throw notFound();
        const known = await store.findTurn(tx, id, { clientId: given.client_id });
        if (known) return known;
        if (session.is_archived) throw new AppError("BOT.ARCHIVED");
        if (session.turn_count >= maximumTurns) throw new AppError("ERR.TOO_MANY", { retryAfter: 3_600 });
        if ((await store.countLastMinute(tx, id)) >= maximumTurnsPerMinute)
          throw new AppError("ERR.TOO_MANY", { retryAfter: 60 });
        const text = given.content.toWellFormed().replaceAll("\u0000", "\uFFFD");
        const event: FlowEvent = {
          type: "message",
          today: todayOf(session.hours),
          text,
          choice: given.choice,
          file: null,
        };
        return runTurn(tx, session, event, given.client_id);
      });
      return { messages: turn ? [presentTurn(turn)] : [] };
    },

    async list(botId: string, token: string | undefined, since: number) {
      const id = await sessionOf(botId, token);
      const rows = await store.listTurns(db, id, since, turnsPage + 1);
      const { data, wasCut } = firstFitting(rows.slice(0, turnsPage).map(presentTurn));
      return { messages: data, has_more: wasCut || rows.length > turnsPage };
    },

    prune: (): Promise<number> => store.pruneSessions(db),
  };
}
