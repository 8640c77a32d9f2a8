import type { FlowEvent, TurnEvent } from "@kakehashi/contract/flows/events";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import type { RequestToPublicUrl } from "../../kit/http/public-fetch.ts";
import type { Jobs } from "../../kit/jobs.ts";
import type { Log } from "../../kit/log.ts";
import type { OutsideSender } from "./outlet.ts";
import type { Phrases } from "./phrases.ts";
import type { createRequestSecrets } from "./request-signature.ts";
import * as store from "./session-store.ts";
import { createStoryRunner, type StoryRunResult } from "./story-runner.ts";
import { listTurnsBeforeWaitingBroadcast, listTurnsForTalk } from "./talk-turns.ts";
import type { Talks } from "./talks.ts";
import { findTodaysDate } from "./todays-date.ts";
import { createTurnJobs, type JobEvent } from "./turn-jobs.ts";
import * as turnStore from "./turn-store.ts";

export interface TurnDependencies {
  readonly db: Kysely<DB>;
  readonly jobs: Jobs;
  readonly phrases: Pick<Phrases, "findMatching">;
  readonly secrets: ReturnType<typeof createRequestSecrets>;
  readonly log: Log;
  /**
   * Responds to the long polls of the visitor's pages: HTTP requests that stay open until the session has news. Called
   * after the commit.
   */
  announceSessionNews(sessionId: string): void;
  /** Only for tests: addresses to which a story may send requests although they are not public. */
  readonly allow?: RequestToPublicUrl["allow"];
}

/**
 * Maximum number of events that the timers and requests of a session may cause after the last message of its visitor.
 */
const maximumTurnsWithoutVisitor = 100;

/**
 * A turn (an event and the bot's reaction) that is stored in the database. The caller calls `publish` after the commit.
 */
export interface StoredTurn {
  readonly turn: turnStore.TurnRow;
  /** At which block of which story the session is after the event. */
  readonly position: store.StoryPosition;
  publish(): Promise<void>;
}

/**
 * Runs the turns of sessions. A turn is one event and what the bot did after it. The timers and requests of a turn run
 * as jobs, which cause further turns.
 */
export function createTurns({
  db,
  jobs,
  phrases,
  secrets,
  log,
  announceSessionNews: announceSession,
  allow,
}: TurnDependencies) {
  let talks: Talks | null = null;
  let outlet: OutsideSender | null = null;
  const { runningFlowOf, answerByStoryOrPhrase } = createStoryRunner(phrases);

  /**
   * Stores the messages that the bot says, to be sent to the person's platform. Call the returned function after the
   * commit.
   */
  async function storeOutsideMessages(
    tx: Kysely<DB>,
    session: store.SessionRow,
    turn: turnStore.TurnRow,
    broadcastId?: string,
  ): Promise<() => void> {
    if (!outlet || session.platform === "WEB" || turn.effects.length === 0) return () => {};
    await outlet.storeMessagesToSend(tx, session.id, turn, broadcastId);
    return outlet.wakeSender;
  }

  /**
   * Writes a turn (an event and the bot's reaction) into the conversation with people, in the same transaction. Does so
   * while people answer the visitor, and if the bot hands the visitor over now. Also does so for a message after a talk
   * was closed without giving the visitor back to the bot: the visitor then waits for a person again.
   */
  async function writeTurnInConversation(
    tx: Kysely<DB>,
    session: store.SessionRow,
    turn: turnStore.TurnRow,
  ): Promise<() => Promise<void>> {
    const { id, state, is_paused } = session;
    const isHandedOver =
      turn.effects.some(({ type }) => type === "handoff") ||
      (turn.event.type === "message" && state.state.kind === "handed_over");
    if (!talks || !(is_paused || isHandedOver)) return async () => {};
    const writtenTalk = await talks.writeNewTurns(tx, session, (sinceTurnNumber, limit) =>
      listTurnsForTalk(tx, { outlet, sessionId: id }, sinceTurnNumber, limit),
    );
    if (!writtenTalk) return async () => {};
    await store.setSessionPaused(tx, id, true, writtenTalk.conversationId);
    return writtenTalk.publish;
  }

  /**
   * Writes what the bot has said into the conversation that people have had with the visitor. Does nothing if there is
   * no such conversation.
   */
  async function writeBotTurns(tx: Kysely<DB>, session: store.SessionRow): Promise<() => Promise<void>> {
    if (!talks || session.conversation_id === null) return async () => {};
    return talks.writeBotTurns(tx, session, (sinceTurnNumber, limit) =>
      listTurnsBeforeWaitingBroadcast(tx, { outlet, sessionId: session.id }, sinceTurnNumber, limit),
    );
  }

  /** Stores a turn (an event and the bot's reaction) with its jobs, and its messages for an outside platform. */
  async function storeTurn(
    tx: Kysely<DB>,
    session: store.SessionRow,
    { savedFlowAfterRun, session: state, effects, flowsThatRan }: StoryRunResult,
    { event, clientId }: { event: TurnEvent; clientId: string | null },
  ): Promise<StoredTurn> {
    const turn = await turnStore.insertTurn(
      tx,
      { id: session.id, save: savedFlowAfterRun, state },
      {
        number: session.turn_count + 1,
        event,
        effects: [...effects],
        ran: flowsThatRan,
        client_id: clientId,
      },
    );
    await turnJobs.send(tx, session, turn);
    logStoryFault(session, turn);
    const wakeOutsideSender = await storeOutsideMessages(tx, session, turn);
    const { flow_id = null, save_number = null } = savedFlowAfterRun ?? {};
    const sessionAfterTurn = { ...session, flow_id, save_number, state };
    const publishTurn = await writeTurnInConversation(tx, sessionAfterTurn, turn);
    return {
      turn,
      position: sessionAfterTurn,
      publish: async () => {
        wakeOutsideSender();
        await publishTurn();
      },
    };
  }

  /** Runs an event and stores it with the bot's reaction. Returns undefined if the story did not wait for the event. */
  async function runTurn(
    tx: Kysely<DB>,
    session: store.SessionRow,
    event: FlowEvent,
    clientId: string | null,
  ): Promise<StoredTurn | undefined> {
    const storyAnswer = await answerByStoryOrPhrase(tx, session, event);
    // A visitor's message is stored even if the story did not wait for it, because a person may read it.
    if (storyAnswer.session === session.state && event.type !== "message") return undefined;
    return storeTurn(tx, session, storyAnswer, { event, clientId });
  }

  /** Logs that a bot's story ended early because of a fault, with the block at which it ended. */
  function logStoryFault({ id, bot_id }: store.SessionRow, { effects, ran }: turnStore.TurnRow): void {
    const storyFault = effects.find(({ type }) => type === "fault");
    if (storyFault?.type !== "fault") return;
    const { reason, block_id } = storyFault;
    log.warn({ bot_id, session_id: id, ...ran.at(-1), block_id, reason }, "A bot's story ended early.");
  }

  /** Makes the clients of a session's conversation look for changes, if there is a conversation. */
  async function requestConversationRefresh({
    conversation_id,
  }: Pick<store.SessionRow, "conversation_id">): Promise<void> {
    if (conversation_id) await talks?.requestClientRefresh(conversation_id);
  }

  /**
   * Runs the event of a job in one transaction. A repeated event changes nothing, because the session waits for another
   * token by then.
   */
  async function handleEvent(sessionId: string, jobEvent: JobEvent): Promise<void> {
    const { session, storedTurn } = await db.transaction().execute(async (tx) => {
      const session = await store.lockSession(tx, sessionId);
      // The session may have been deleted because it was old, or together with its bot. Then the event changes nothing.
      if (!session) return {};
      // While people answer, the story waits. When they give the visitor back to the bot, `sendAgain` starts the timer
      // or request again.
      if (session.is_paused) return { session };
      // An archived bot does nothing, and a full session stores no further turns. The limit of turns without a message
      // from the visitor stops a story that consists only of waits and requests.
      if (session.is_archived || store.isSessionFull(session)) return { session };
      if ((await turnStore.countTurnsSinceVisitor(tx, sessionId)) >= maximumTurnsWithoutVisitor)
        return { session };
      const event = { ...jobEvent, today: findTodaysDate(session.hours) };
      return { session, storedTurn: await runTurn(tx, session, event, null) };
    });
    // If nothing was stored, this may be a retry of a job whose process died after its commit, before it sent its live
    // events. So tell the clients in any case to look for changes.
    announceSession(sessionId);
    if (storedTurn) await storedTurn.publish();
    else if (session) await requestConversationRefresh(session);
  }
  const turnJobs = createTurnJobs({ db, jobs, secrets, handleEvent, ...(allow && { allow }) });

  return {
    runningFlowOf,
    runTurn,
    sendAgain: turnJobs.sendAgain,
    defineTalks(newTalks: Talks): void {
      talks = newTalks;
    },
    talks: () => talks,
    outlet: () => outlet,
    defineOutlet(outsideSender: OutsideSender): void {
      outlet = outsideSender;
    },
    storeTurn,
    storeOutsideMessages,
    writeTurnInConversation,
    writeBotTurns,
    hintConversationChanges: requestConversationRefresh,
  };
}
