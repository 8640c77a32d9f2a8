import type { FlowEvent } from "@kakehashi/contract/flows/events";
import type { Kysely } from "kysely";
import type { Bus } from "../../kit/bus.ts";
import type { DB } from "../../kit/db/schema.generated.ts";
import { createNotFoundError } from "../../kit/errors.ts";
import type { DownloadAnswer } from "../../kit/http/download.ts";
import type { RequestToPublicUrl } from "../../kit/http/public-fetch.ts";
import { hashSecret } from "../../kit/ids.ts";
import type { Jobs } from "../../kit/jobs.ts";
import type { Log } from "../../kit/log.ts";
import { writeBroadcastTurn } from "./broadcast-turn.ts";
import { createOutsideSessions } from "./outside-visits.ts";
import type { Phrases } from "./phrases.ts";
import { pruneSessions } from "./removal-store.ts";
import type { createRequestSecrets } from "./request-signature.ts";
import * as store from "./session-store.ts";
import { listDateVariableNames } from "./session-view-store.ts";
import * as startStore from "./start-store.ts";
import { createSessionStorageLimit } from "./talk-room.ts";
import { findTodaysDate } from "./todays-date.ts";
import * as turnStore from "./turn-store.ts";
import { createTurns } from "./turns.ts";
import { createVisitorSignalHandler } from "./visit-acts.ts";
import { createVisitorLanguageChange } from "./visit-language.ts";
import { createVisitorMessageHandler } from "./visit-message.ts";
import { createSessionNewsReader } from "./visit-news.ts";
import { createSessionStart } from "./visit-start.ts";
import { createVisitorLongPolls } from "./visit-waits.ts";
import { createVisitorFiles, type VisitorFileDependencies } from "./visitor-files.ts";

export interface SessionDependencies {
  readonly db: Kysely<DB>;
  readonly jobs: Jobs;
  readonly bus: Bus;
  readonly phrases: Pick<Phrases, "findMatching">;
  readonly secrets: ReturnType<typeof createRequestSecrets>;
  readonly log: Log;
  /** Maximum number of bytes that all sessions with one person's bots may take. */
  readonly maximumTalkBytes: number;
  readonly files: VisitorFileDependencies["files"];
  /** Only for tests: addresses to which a story may send requests although they are not public. */
  readonly allow?: RequestToPublicUrl["allow"];
}

/** Manages the sessions of visitors on the web: their messages, and the answers of the bot and of people. */
export function createSessions({
  db,
  jobs,
  bus,
  phrases,
  secrets,
  log,
  maximumTalkBytes,
  files,
  allow,
}: SessionDependencies) {
  const talkStorage = createSessionStorageLimit(db, maximumTalkBytes);
  const visitorCallWaits = createVisitorLongPolls(bus);
  const turns = createTurns({
    db,
    jobs,
    phrases,
    secrets,
    log,
    announceSessionNews: visitorCallWaits.wakeWaitingCalls,
    ...(allow && { allow }),
  });
  const { runTurn } = turns;

  async function sessionOf(botId: string, token: string | undefined): Promise<string> {
    const id = token && (await store.findSessionIdByToken(db, botId, hashSecret(token)));
    if (!id) throw createNotFoundError();
    return id;
  }

  const { inputOf, listNews } = createSessionNewsReader({ db, turns, visitorCallWaits });

  const visitorFiles = createVisitorFiles({
    db,
    files,
    getOutsideSendingService: turns.outlet,
    requireSessionId: sessionOf,
    findExpectedAnswer: inputOf,
  });

  const sendMessage = createVisitorMessageHandler({
    db,
    turns,
    inputOf,
    announceSession: visitorCallWaits.wakeWaitingCalls,
  });

  return {
    defineTalks: turns.defineTalks,
    defineOutlet: turns.defineOutlet,
    outside: createOutsideSessions({ turns, announceSession: visitorCallWaits.wakeWaitingCalls }),

    /**
     * Stores a broadcast's message as a turn (an event and the bot's reaction) of one session. The caller must have
     * locked the session. Returns null if the session has reached its size limits. Call the returned function after the
     * commit.
     */
    async broadcast(
      tx: Kysely<DB>,
      session: store.SessionRow,
      broadcastTurn: Parameters<typeof writeBroadcastTurn>[2],
    ) {
      const turn = await writeBroadcastTurn(tx, session, broadcastTurn);
      if (!turn) return null;
      const wakeOutsideSender = await turns.storeOutsideMessages(tx, session, turn, broadcastTurn.id);
      const publishTurns = await turns.writeBotTurns(tx, session);
      return async () => {
        wakeOutsideSender();
        visitorCallWaits.wakeWaitingCalls(session.id);
        await publishTurns();
      };
    },

    /**
     * Writes what the bot has said into the conversation that people have had with the visitor. The caller must have
     * locked the session. Call the returned function after the commit.
     */
    writeBotTurns: turns.writeBotTurns,

    /** Returns which of the sessions with these ids have a conversation with people. */
    listSessionsWithTalk: (tx: Kysely<DB>, ids: readonly string[]) => store.listSessionIdsWithTalk(tx, ids),

    /** Stores why the message of a broadcast was not sent in these sessions. */
    setUnsent: turnStore.setUnsentReasons,

    /** Returns the session of the visitor in this conversation. Undefined if the session is deleted. */
    findOfConversation: (executor: Kysely<DB>, conversationId: string, shouldLock = false) =>
      store.findSessionOfConversation(executor, conversationId, shouldLock),

    /** Returns the names of the session's variables that contain the answer to a question for a date. */
    listDateVariables: (session: store.SessionRow) => listDateVariableNames(db, session),

    /** Returns a session and locks it until the transaction ends. Undefined if the session is deleted. */
    lock: (tx: Kysely<DB>, id: string) => store.lockSession(tx, id),

    /** Returns the session with this token. Throws "not found" if there is none. */
    require: sessionOf,

    /** Returns how many bytes are left for the sessions with one person's bots. */
    roomLeft: talkStorage.bytesLeft,

    /** Pauses a session, or ends its pause. While it is paused, people answer and the story waits. */
    pause: (tx: Kysely<DB>, id: string, isPaused: boolean) => store.setSessionPaused(tx, id, isPaused),

    /** Gives a visitor back from the agents to the bot. Call the returned function after the commit. */
    async resumeBotIn(tx: Kysely<DB>, session: store.SessionRow): Promise<() => Promise<void>> {
      const event: FlowEvent = { type: "resume", today: findTodaysDate(session.hours) };
      const resumedSession = { ...session, is_paused: false };
      const storedTurn = await runTurn(tx, resumedSession, event, null);
      // The story did not wait for a person, so the event changed nothing. The story may wait for a timer or a request.
      // While the session was paused, that timer or request had no effect, so it is started again.
      if (!storedTurn && session.is_paused) await turns.sendAgain(tx, resumedSession);
      return async () => {
        visitorCallWaits.wakeWaitingCalls(session.id);
        await storedTurn?.publish();
      };
    },

    /**
     * Responds to the long polls of the visitor's pages: HTTP requests that stay open until the session has news. Call
     * this after the commit.
     */
    wakeWaitingCalls: visitorCallWaits.wakeWaitingCalls,

    start: createSessionStart({ db, talkStorage, runTurn, inputOf }),

    async send(
      botId: string,
      token: string | undefined,
      visitorMessage: {
        client_id: string;
        content: string;
        choice: string | null;
        time_zone?: string | undefined;
      },
    ) {
      const { content: text, choice } = visitorMessage;
      return sendMessage(botId, token, visitorMessage, async () => ({ text, choice, file: null }));
    },

    receiveFile: visitorFiles.receive,
    /** Sends the file of this API call as a message. `receiveFile` has already stored the file. */
    async sendFile(fileMessage: { bot_id: string; client_id: string }, token: string | undefined) {
      return sendMessage(fileMessage.bot_id, token, fileMessage, async (tx, sessionId) => ({
        text: "",
        choice: null,
        file: await visitorFiles.require(tx, sessionId, fileMessage.client_id),
      }));
    },

    /**
     * Returns the new turns (events and the bot's reactions) of the visitor's session, and the new messages from
     * people.
     */
    list: async (botId: string, token: string | undefined, query: Parameters<typeof listNews>[1]) =>
      listNews(await sessionOf(botId, token), query),

    /** Returns a file that people sent to the visitor. */
    async file(botId: string, token: string | undefined, fileId: string): Promise<DownloadAnswer> {
      const session = await store.findSession(db, await sessionOf(botId, token));
      const file = session?.conversation_id && (await turns.talks()?.file(session.conversation_id, fileId));
      if (!file) throw createNotFoundError();
      return file;
    },

    setLanguage: createVisitorLanguageChange({
      db,
      sessionOf,
      turns,
      announceSession: visitorCallWaits.wakeWaitingCalls,
    }),

    ...createVisitorSignalHandler({
      db,
      sessionOf,
      talks: turns.talks,
      announceSession: visitorCallWaits.wakeWaitingCalls,
    }),

    /** Returns the public data of a bot on the web. Throws "not found" if there is none. */
    async getVisitedBot(botId: string) {
      const foundBot = await startStore.findVisitedBot(db, botId);
      if (!foundBot) throw createNotFoundError();
      return { ...foundBot, is_open: (await startStore.findStartStory(db, botId, "WEB")) !== undefined };
    },

    /** Ends all long polls of visitors' pages, because the process stops. */
    endWaits: visitorCallWaits.endAll,
    close: visitorCallWaits.close,

    prune: (): Promise<number> => pruneSessions(db),
  };
}
