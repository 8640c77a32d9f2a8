import type { OutsidePlatform } from "@kakehashi/contract/channel-states";
import type { AgentPlatformReplyEvent } from "@kakehashi/contract/flows/events";
import { createFlowSession } from "@kakehashi/contract/flows/session";
import type { Language } from "@kakehashi/contract/languages";
import { toStorableText } from "@kakehashi/contract/storable";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import type { DownloadAnswer } from "../../kit/http/download.ts";
import { hashSecret, newId, newSecret } from "../../kit/ids.ts";
import { createVisitorMessageStorage } from "./message-turns.ts";
import { type OutsideMessage, toMessageEvent } from "./outside-message.ts";
import * as outside from "./outside-session-store.ts";
import * as store from "./session-store.ts";
import * as startStore from "./start-store.ts";
import { findTodaysDate } from "./todays-date.ts";
import * as turnStore from "./turn-store.ts";
import type { createTurns, StoredTurn } from "./turns.ts";

/** If the person has been silent for this many hours since the story ended, the story begins again. */
const restartAfterSilentHours = 12;

type PublishAfterCommit = () => Promise<void>;

interface OutsideSessionsDependencies {
  readonly turns: Pick<
    ReturnType<typeof createTurns>,
    "runTurn" | "storeTurn" | "writeTurnInConversation" | "hintConversationChanges" | "talks"
  >;
  /** Responds to the long polls of the visitor's pages: HTTP requests that stay open until the session has news. */
  announceSession(sessionId: string): void;
}

/** Manages the bot sessions of people on outside platforms. Every function runs in the caller's transaction. */
export function createOutsideSessions({ turns, announceSession }: OutsideSessionsDependencies) {
  async function lockSession(tx: Kysely<DB>, id: string): Promise<store.SessionRow> {
    const session = await store.lockSession(tx, id);
    if (!session) throw new Error("A session has gone while it was locked.");
    return session;
  }

  /** Gives the session's conversation with people and its visitor this name. */
  async function renameTalk(tx: Kysely<DB>, sessionId: string, name: string): Promise<PublishAfterCommit> {
    const session = await store.findSession(tx, sessionId);
    const talks = turns.talks();
    if (!session?.conversation_id || !talks) return async () => {};
    return talks.renameVisitor(tx, session.conversation_id, name);
  }

  /** Hands the visitor of this session over to agents, who from now on answer instead of the bot. */
  function handOverSession(
    tx: Kysely<DB>,
    session: store.SessionRow,
    { turn }: StoredTurn,
  ): Promise<PublishAfterCommit> {
    return turns.writeTurnInConversation(tx, { ...session, is_paused: true }, turn);
  }

  /**
   * Begins the story that the bot has for new people of the platform. Returns undefined if the bot has no such story.
   */
  async function startStory(tx: Kysely<DB>, session: store.SessionRow): Promise<StoredTurn | undefined> {
    const startStory = await startStore.findStartStory(tx, session.bot_id, session.platform);
    if (!startStory) return undefined;
    const { flow_id, save_number, languages, hours } = startStory;
    const restartedSession = {
      ...session,
      flow_id,
      save_number,
      languages,
      hours,
      state: { ...session.state, state: createFlowSession(session.state.language).state },
    };
    return turns.runTurn(tx, restartedSession, { type: "start", today: findTodaysDate(hours) }, null);
  }

  /**
   * Continues after a message that neither the story nor a phrase has answered. The story begins if the person is new,
   * or if the story has ended and the person was silent for a long time since then. If the bot has no story for this,
   * or if the story has ended only recently, agents are asked to answer.
   */
  async function continueAfterMessage(
    tx: Kysely<DB>,
    previousSession: store.SessionRow,
    storedTurn: StoredTurn,
  ): Promise<PublishAfterCommit> {
    const session = await lockSession(tx, previousSession.id);
    const { kind } = previousSession.state.state;
    const isReturningAfterSilence =
      kind === "ended" &&
      Date.now() - previousSession.last_at.getTime() > restartAfterSilentHours * 3_600_000;
    const startedTurn = kind === "new" || isReturningAfterSilence ? await startStory(tx, session) : undefined;
    if (startedTurn) return startedTurn.publish;
    return kind === "new" || kind === "ended" ? handOverSession(tx, session, storedTurn) : async () => {};
  }

  return {
    /**
     * Begins a session in which no story runs yet. The person's next message decides whether the story begins.
     * `formerSessionId` is an earlier session of the same person that has reached its size limits. The new session
     * takes over the language, variables, tags and conversation of that session.
     */
    async beginSession(
      tx: Kysely<DB>,
      outsideVisit: {
        botId: string;
        platform: OutsidePlatform;
        pageId: string;
        language: Language;
        formerSessionId: string | null;
      },
    ): Promise<string> {
      const { botId, platform, pageId, language, formerSessionId } = outsideVisit;
      const id = newId();
      const formerSession =
        formerSessionId === null ? undefined : await store.lockSession(tx, formerSessionId);
      const state = {
        ...createFlowSession(language),
        ...(formerSession && { ...formerSession.state, state: { kind: "ended" as const } }),
      };
      // Every session must have a token, but nobody uses the token of this session, because the platform tells us who
      // the person is.
      const tokenHash = hashSecret(newSecret());
      await store.insertSession(tx, {
        id,
        save: null,
        botId,
        platform,
        pageId,
        tokenHash,
        state,
        timeZone: null,
        isContinued: formerSession !== undefined,
      });
      if (formerSession) await outside.moveConversation(tx, formerSession, id);
      return id;
    },

    /**
     * Stores the name that the platform gives for a person. In the conversation with people, a name that the person
     * told the bot takes precedence. Call the returned function after the commit.
     */
    async setPlatformName(tx: Kysely<DB>, id: string, name: string): Promise<PublishAfterCommit> {
      return renameTalk(tx, id, await outside.setVisitorName(tx, id, name));
    },

    /** Returns the name that a person told the bot. Null: the person has told no name. */
    findToldName: (tx: Kysely<DB>, id: string): Promise<string | null> => outside.findToldName(tx, id),

    /**
     * Stores the name that a person gets when people are linked or separated. In the conversation with people, this
     * name takes precedence even over a name that the person told the bot. Call the returned function after the commit.
     */
    async setName(tx: Kysely<DB>, id: string, name: string): Promise<PublishAfterCommit> {
      await outside.setVisitorName(tx, id, name);
      return renameTalk(tx, id, name);
    },

    /** Tells the agents of the conversation that the visitor has seen this message. */
    async tellSeen(conversationId: string, messageId: string): Promise<void> {
      await turns.talks()?.tellSeen(conversationId, messageId);
    },

    /** Returns a file that people sent to the person of this conversation. Null if there is none. */
    downloadFile: async (conversationId: string, fileId: string): Promise<DownloadAnswer | null> =>
      (await turns.talks()?.file(conversationId, fileId)) ?? null,

    /** Replaces the tags of a person on an outside platform. */
    async setTags(tx: Kysely<DB>, id: string, tags: readonly string[]): Promise<void> {
      const session = await lockSession(tx, id);
      await outside.setTags(tx, session, tags);
      if (session.conversation_id) await turns.talks()?.setTags(tx, session.conversation_id, tags);
    },

    /**
     * Returns the session's language, and whether the session has reached its size limits. Undefined if the session has
     * been deleted.
     */
    async find(tx: Kysely<DB>, id: string): Promise<{ language: Language; isFull: boolean } | undefined> {
      const session = await store.lockSession(tx, id);
      return session && { language: session.state.language, isFull: store.isSessionFull(session) };
    },

    /**
     * Receives a message from a person on an outside platform. Call the returned function after the commit. A repeated
     * message changes nothing.
     */
    async receiveMessage(tx: Kysely<DB>, id: string, message: OutsideMessage): Promise<PublishAfterCommit> {
      const { clientId } = message;
      const session = await lockSession(tx, id);
      if (await turnStore.findTurn(tx, id, { clientId })) return () => turns.hintConversationChanges(session);
      // An archived bot says nothing, so people answer instead.
      const arePeopleAnswering = session.is_paused || session.is_archived;
      const storedTurn = await turns.runTurn(
        tx,
        { ...session, is_paused: arePeopleAnswering },
        toMessageEvent(session, message),
        clientId,
      );
      if (!storedTurn) throw new Error("A message became no turn.");
      const isMessageHandled = arePeopleAnswering || storedTurn.turn.effects.length > 0;
      const publishContinuation = isMessageHandled
        ? async () => {}
        : await continueAfterMessage(tx, session, storedTurn);
      return async () => {
        announceSession(id);
        await storedTurn.publish();
        await publishContinuation();
      };
    },

    receiveEach: createVisitorMessageStorage({ turns, announceSession }),

    /**
     * Stores a message that the staff of a platform page wrote in the platform's own inbox. From then on, people answer
     * instead of the bot.
     */
    async receiveEcho(
      tx: Kysely<DB>,
      id: string,
      {
        clientId,
        text,
        locationAndMissingFiles,
      }: Pick<OutsideMessage, "clientId" | "text" | "locationAndMissingFiles">,
    ): Promise<PublishAfterCommit> {
      const session = await lockSession(tx, id);
      if (await turnStore.findTurn(tx, id, { clientId })) return () => turns.hintConversationChanges(session);
      const event: AgentPlatformReplyEvent = {
        type: "echo",
        today: findTodaysDate(session.hours),
        text: toStorableText(text),
        ...(locationAndMissingFiles && { outside: locationAndMissingFiles }),
      };
      const unchangedResult = {
        savedFlowAfterRun: store.toSavedFlowReference(session),
        session: session.state,
        effects: [],
        flowsThatRan: [],
      };
      const storedTurn = await turns.storeTurn(tx, { ...session, is_paused: true }, unchangedResult, {
        event,
        clientId,
      });
      return async () => {
        announceSession(id);
        await storedTurn.publish();
      };
    },
  };
}
