import { removeDirectionOverrides } from "@kakehashi/contract/direction";
import type { StoredFile } from "@kakehashi/contract/files";
import type { Message } from "@kakehashi/contract/messages";
import { createVisitorName } from "@kakehashi/contract/visitor-name";
import type { Kysely } from "kysely";
import type { DB } from "../../kit/db/schema.generated.ts";
import { fileMessageIdOf, nameVariablePattern, type TalkSession, type TalkTurn } from "../bots/service.ts";
import { addPersonWithoutAccount, changePersonWithoutAccount } from "../users/service.ts";
import type { LivechatDependencies } from "./dependencies.ts";
import type { createAgentNotifications } from "./notices.ts";
import { beginTalkRound } from "./round-store.ts";
import * as store from "./store.ts";
import { createTurnMessages, type VisitorAndBotIds } from "./turn-messages.ts";
import { createUnsentEventTracker } from "./unsent-event-tracker.ts";
import { createVisitorReading } from "./visitor-reads.ts";
import { createVisitorSignals } from "./visitor-signs.ts";
import { createVisitorMessageWriter } from "./visitor-writes.ts";
import { updateTalkAfterBotTurn, updateTalkAfterVisitorTurn } from "./written-store.ts";

/**
 * Maximum number of turns (events of a visitor's session, with the bot's reactions) that one call copies into the
 * conversation. Only the newest turns are copied.
 */
const maximumPastTurns = 100;

const publishNothing = async (): Promise<void> => {};

/**
 * Returns a visitor's name as one line of at most 100 characters. Removes control characters that change the direction
 * of text.
 */
const toSingleLineName = (name: string): string =>
  removeDirectionOverrides(name)
    .replace(/\p{C}+/gu, " ")
    .trim()
    .slice(0, 100)
    .toWellFormed();

/**
 * Returns the name that the visitor told the bot, otherwise the name from the visitor's platform. Without either,
 * returns a name that ends with the last characters of the visitor's first session id.
 */
function getVisitorName({
  id,
  state,
  visitor_name,
  first_session_id,
}: Pick<TalkSession, "id" | "state" | "visitor_name" | "first_session_id">): string {
  const visitorNameVariable = state.variables.find(
    ({ name, value }) => nameVariablePattern.test(name.trim()) && value.trim() !== "",
  );
  const name = toSingleLineName(visitorNameVariable?.value ?? visitor_name ?? "");
  return name === "" ? createVisitorName(first_session_id ?? id) : name;
}

/** Copies the messages of visitors and bots into conversations, and sends people's messages to visitors. */
export function createTalkMessageExchange(
  dependencies: LivechatDependencies & { notices: ReturnType<typeof createAgentNotifications> },
) {
  const { events, files, live, rooms, messages, bots, notices, publicUrl } = dependencies;
  /** Tells everybody who works on the bot that its inbox has changed. */
  async function notifyBotPeople(botId: string): Promise<void> {
    for (const userId of await bots.peopleOf(botId))
      live.toUser(userId, { type: "LIVECHAT_CHANGED", bot_id: botId });
  }

  const announcementMarks = createUnsentEventTracker({ ...dependencies, notifyBotPeople });

  /**
   * Creates the conversation when the bot first hands over to people. The first members are the visitor and the bot.
   */
  async function openTalk(tx: Kysely<DB>, session: TalkSession, botAuthor: string): Promise<string> {
    const { bot_id: botId, platform: source, state } = session;
    const name = getVisitorName(session);
    // A visitor who had a talk in an earlier session keeps the author id of that talk.
    const knownVisitorId =
      session.first_session_id && (await store.findVisitorIdOfSessions(tx, session.first_session_id));
    const visitorId =
      knownVisitorId || (await addPersonWithoutAccount(tx, { name, language: state.language }));
    if (knownVisitorId)
      await changePersonWithoutAccount(tx, knownVisitorId, { name, language: state.language });
    const conversationId = await rooms.createOutsideRoomIn(tx, name, [visitorId, botAuthor]);
    await store.insertLivechat(tx, { conversationId, botId, visitorId, source, pageId: session.page_id });
    return conversationId;
  }

  /** Moves the files of these turns into the conversation. Returns the files of each turn by the turn's `client_id`. */
  async function moveFilesIntoConversation(
    tx: Kysely<DB>,
    {
      session,
      conversationId,
      turns,
      authors,
    }: {
      session: TalkSession;
      conversationId: string;
      turns: readonly TalkTurn[];
      authors: VisitorAndBotIds;
    },
  ): Promise<ReadonlyMap<string, readonly StoredFile[]>> {
    const getFileKey = (clientId: string) =>
      session.platform === "WEB" ? fileMessageIdOf(session.id, clientId) : clientId;
    const sentClientIds = turns.flatMap(({ client_id, event }) =>
      client_id === null
        ? []
        : [{ clientId: client_id, author: event.type === "echo" ? authors.bot : authors.visitor }],
    );
    const authorByFileKey = new Map(
      sentClientIds.map(({ clientId, author }) => [getFileKey(clientId), author]),
    );
    const movedFiles = await files.outside.moveIntoConversation(tx, conversationId, authorByFileKey);
    return new Map(
      sentClientIds.map(({ clientId }) => [clientId, movedFiles.get(getFileKey(clientId)) ?? []]),
    );
  }

  /** Copies turns (events and the bot's reactions) of a session into its conversation. */
  async function appendTurns(
    tx: Kysely<DB>,
    {
      session,
      conversationId,
      turns,
      authors,
    }: {
      session: TalkSession;
      conversationId: string;
      turns: readonly TalkTurn[];
      authors: VisitorAndBotIds;
    },
  ): Promise<Message[]> {
    const sessionAndBot = { sessionId: session.id, botId: session.bot_id };
    const filesByClientId = await moveFilesIntoConversation(tx, { session, conversationId, turns, authors });
    // The session stores only the visitor's current language. So this loop begins with the newest turn. A turn that
    // changed the language contains the previous language, which applies to all older turns.
    let { language } = session.state;
    const newMessages = turns.toReversed().flatMap((turn) => {
      const files = filesByClientId.get(turn.client_id ?? "") ?? [];
      const turnMessages = createTurnMessages(
        turn,
        { ...sessionAndBot, language },
        { ...authors, publicUrl },
        files,
      );
      if (turn.event.type === "language") language = turn.event.from;
      return turnMessages.toReversed();
    });
    newMessages.reverse();
    return messages.appendIn(tx, conversationId, newMessages);
  }

  bots.sessions.defineTalks({
    async writeNewTurns(tx, session, listTurnsAfter) {
      const botAuthor = await bots.authorOf(tx, session.bot_id);
      const isNewConversation = session.conversation_id === null;
      const conversationId = session.conversation_id ?? (await openTalk(tx, session, botAuthor));
      const talk = await store.lockLivechat(tx, conversationId);
      if (!talk) return null;
      const turns = await listTurnsAfter(talk.written_turn, maximumPastTurns);
      const authors = { visitor: talk.visitor_id, bot: botAuthor };
      const addedMessages = await appendTurns(tx, { session, conversationId, turns, authors });
      const lastTurn = turns.at(-1)?.number ?? talk.written_turn;
      const announcementMark = await updateTalkAfterVisitorTurn(
        tx,
        conversationId,
        lastTurn,
        session.state.tags,
      );
      const isWaitingNow = isNewConversation || talk.state === "CLOSED";
      if (isWaitingNow) await beginTalkRound(tx, conversationId, true);
      const announce = isWaitingNow
        ? await notices.notifyAllAgents(tx, { botId: session.bot_id, conversationId })
        : null;
      return {
        conversationId,
        publish: async () => {
          for (const message of addedMessages) events.publish("MessageSent", { message });
          await notifyBotPeople(session.bot_id);
          await announce?.();
          await announcementMarks.markAnnounced(conversationId, announcementMark);
        },
      };
    },

    async writeBotTurns(tx, session, listTurnsAfter) {
      const { conversation_id: conversationId } = session;
      const talk = conversationId === null ? undefined : await store.lockLivechat(tx, conversationId);
      if (conversationId === null || !talk) return publishNothing;
      const turns = await listTurnsAfter(talk.written_turn, maximumPastTurns);
      const lastListedTurn = turns.at(-1);
      if (!lastListedTurn) return publishNothing;
      const authors = { visitor: talk.visitor_id, bot: await bots.authorOf(tx, session.bot_id) };
      const addedMessages = await appendTurns(tx, { session, conversationId, turns, authors });
      const announcementMark = await updateTalkAfterBotTurn(tx, conversationId, lastListedTurn.number);
      const [firstMessage] = addedMessages;
      const movedReadMarks = firstMessage
        ? await rooms.keepReadIn(tx, conversationId, firstMessage.number - 1)
        : [];
      return async () => {
        for (const message of addedMessages) events.publish("MessageSent", { message });
        for (const { user_id: userId, read_number, seq } of movedReadMarks) {
          const readMark = { read_number, unread_count: 0, mention_count: 0, seq };
          events.publish("ReadMoved", { userId, roomId: conversationId, mark: readMark });
        }
        await announcementMarks.markAnnounced(conversationId, announcementMark);
      };
    },

    async setLanguage(tx, conversationId, language) {
      const talk = await store.findLivechat(tx, conversationId);
      if (!talk) return publishNothing;
      await changePersonWithoutAccount(tx, talk.visitor_id, { language });
      return () => notifyBotPeople(talk.bot_id);
    },

    setTags: store.updateTalkTags,

    async renameVisitor(tx, conversationId, name) {
      const talk = await store.findLivechat(tx, conversationId);
      const displayName = toSingleLineName(name);
      if (!talk || displayName === "") return async () => {};
      await changePersonWithoutAccount(tx, talk.visitor_id, { name: displayName });
      return rooms.renameInTransaction(tx, conversationId, null, displayName);
    },

    requestClientRefresh: announcementMarks.hintTalk,
    ...createVisitorReading(dependencies),
    ...createVisitorMessageWriter({ ...dependencies, notifyBotPeople, announcementMarks }),
    ...createVisitorSignals({ ...dependencies, notifyBotPeople, announcementMarks }),
  });

  return { notifyBotPeople, announcementMarks };
}
