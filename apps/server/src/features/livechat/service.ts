import {
  type LivechatDetail,
  type LivechatFilter,
  maximumShownLivechatMessages,
} from "@kakehashi/contract/bot-livechat";
import type { BotPlatform } from "@kakehashi/contract/flows/limits";
import type { SessionPosition } from "@kakehashi/contract/flows/session";
import { AppError, createNotFoundError } from "../../kit/errors.ts";
import { firstFittingItems } from "../../kit/http/list-bytes.ts";
import { createKeyedTaskQueue } from "../../kit/turns.ts";
import { removeUnusedPeopleWithoutAccount } from "../users/service.ts";
import { listLanguagesWithTranslatorInto } from "./bot-people-store.ts";
import type { LivechatActor, LivechatDependencies } from "./dependencies.ts";
import { createFigures } from "./figures.ts";
import { createColleagueAdding } from "./joining.ts";
import { createTalkCleanUp } from "./leaving.ts";
import * as listed from "./list-store.ts";
import { createAgentNotifications } from "./notices.ts";
import { createSnooze } from "./snooze.ts";
import * as store from "./store.ts";
import { canHandOverOrClose, createTalkActions } from "./talk-actions.ts";
import { createTalkMessageExchange } from "./talk-message-sync.ts";
import { createConversationVisitorLookup } from "./visitor-cache.ts";

export {
  createPeriodRows as periodRows,
  createRowNameCells as rowNameCells,
  csvRowKindTexts,
  sharedFigureCsvColumns,
  withRoundedFigures,
} from "./figures-csv.ts";
export {
  createTalkFilterConditions,
  createTalkOrder as orderOfTalks,
  type LivechatListRow as ListedTalk,
  lastMessageColumn,
  selectLivechatColumns as talkColumns,
  toLivechat as presentTalk,
} from "./list-store.ts";
export * as roundFigures from "./round-figures.ts";

/**
 * Whether the bot's story waits at a block from which it can continue. Otherwise the visitor cannot be given back to
 * the bot.
 */
const canResumeStory = ({ kind }: SessionPosition): boolean => kind !== "new" && kind !== "ended";

/**
 * Manages talks between people and a bot's visitors: the inbox, and actions such as taking, handing over, snoozing and
 * closing a talk.
 */
export function createLivechat(dependencies: LivechatDependencies) {
  const { db, events, rooms, bots } = dependencies;
  const notices = createAgentNotifications(dependencies);
  const { notifyBotPeople, announcementMarks } = createTalkMessageExchange({ ...dependencies, notices });
  const { prune } = createTalkCleanUp({
    ...dependencies,
    removeUnusedPeopleWithoutAccount,
    notifyBotPeople,
    notices,
  });
  const talkSnoozes = createSnooze({ ...dependencies, notices, announcementMarks, notifyBotPeople });

  const inTurn = createKeyedTaskQueue();
  const colleagueAdding = createColleagueAdding({ ...dependencies, inTurn });

  const findVisitorId = createConversationVisitorLookup(db);
  // The inbox shows each talk's last message in the reader's language. So a new translation of that message changes the
  // inbox.
  events.on("TranslationChanged", async ({ message }) => {
    const botId =
      (await findVisitorId(message.conversation_id)) && (await store.findBotIdIfLastMessage(db, message));
    if (botId) await notifyBotPeople(botId);
  });

  const requireBotForAnswering = (person: LivechatActor, botId: string) =>
    bots.require(db, person, botId, "answer");

  async function viewTalk(
    person: LivechatActor,
    botId: string,
    conversationId: string,
  ): Promise<LivechatDetail> {
    const talkView = await listed.findLivechatView(db, { botId, readerId: person.userId }, conversationId);
    if (!talkView) throw createNotFoundError();
    const session = await bots.sessions.findOfConversation(db, conversationId);
    const { language } = talkView.visitor;
    const { messages, people } = await listed.listNewestMessages(db, conversationId);
    // If not all messages fit into the response, it contains the newest ones.
    const fittingMessages = firstFittingItems(messages.reverse()).data.reverse();
    const firstShownNumber =
      fittingMessages.length < maximumShownLivechatMessages ? 0 : (fittingMessages[0]?.number ?? 0);
    return {
      ...talkView,
      session_id: session?.id ?? null,
      variables: session?.state.variables ?? [],
      date_variables: session ? await bots.sessions.listDateVariables(session) : [],
      tags: session?.state.tags ?? [],
      can_resume: session !== undefined && canResumeStory(session.state.state),
      translated_from: language ? await listLanguagesWithTranslatorInto(db, botId, language) : [],
      people,
      messages: fittingMessages,
      lines: await rooms.lines(conversationId, { from: firstShownNumber, to: Number.MAX_SAFE_INTEGER }),
    };
  }

  const talkActions = createTalkActions({
    db,
    bots,
    rooms,
    notices,
    announcementMarks,
    talkSnoozes,
    inTurn,
    notifyBotPeople,
    view: viewTalk,
  });

  return {
    async list(
      person: LivechatActor,
      botId: string,
      query: { page: number; paging: number; state: LivechatFilter },
    ) {
      await requireBotForAnswering(person, botId);
      const { page, paging, state } = query;
      const reader = { botId, readerId: person.userId };
      const offset = (page - 1) * paging;
      const [data, { total, waiting, mine }] = await Promise.all([
        listed.listLivechats(db, reader, state, { offset, limit: paging }),
        listed.readLivechatCounts(db, reader, state),
      ]);
      return {
        data,
        meta: {
          page,
          paging,
          total,
          has_more: offset + data.length < total,
          waiting_count: waiting,
          mine_count: mine,
        },
      };
    },

    async view(person: LivechatActor, botId: string, conversationId: string): Promise<LivechatDetail> {
      await requireBotForAnswering(person, botId);
      return viewTalk(person, botId, conversationId);
    },

    /** Returns the bot and the platform of a conversation. Throws if the reader does not work on the bot. */
    async findPlace(
      person: LivechatActor,
      conversationId: string,
    ): Promise<{ bot_id: string; source: BotPlatform }> {
      const talk = await store.findLivechat(db, conversationId);
      if (!talk) throw createNotFoundError();
      await requireBotForAnswering(person, talk.bot_id);
      return { bot_id: talk.bot_id, source: talk.source };
    },

    ...talkActions,

    /** Returns the visitor and the bot of a conversation. Undefined for a conversation without a visitor. */
    authorsOf: store.findVisitorAndBotAuthors,
    /** Returns the visitor of a conversation. Null for a conversation without a visitor. */
    visitorOf: findVisitorId,

    /**
     * Returns a talk for a person who may read it, with its newest messages and the bot's variables and tags.
     */
    detail: viewTalk,
    /**
     * Throws if the person may not hand the talk over or close it: only the agent and owners may, or everybody if the
     * talk has no agent.
     */
    async requireDeciding(person: LivechatActor, botId: string, conversationId: string): Promise<void> {
      const bot = await requireBotForAnswering(person, botId);
      const talk = await store.findLivechat(db, conversationId);
      if (talk?.bot_id !== botId) throw createNotFoundError();
      if (!canHandOverOrClose(talk, person, bot.part)) throw new AppError("ERR.FORBIDDEN");
    },

    addTranslatorsToTalk: colleagueAdding.addTranslatorsToTalk,

    prune,
    figures: createFigures(db, bots, dependencies.users),
  };
}

export type LivechatService = ReturnType<typeof createLivechat>;
