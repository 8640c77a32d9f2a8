import { type Delivery, maximumShownDeliveries } from "@kakehashi/contract/channel-deliveries";
import type { OutsideTalk, OutsideTalkDetail } from "@kakehashi/contract/channels";
import { AppError, createNotFoundError } from "../../kit/errors.ts";
import type { DownloadAnswer } from "../../kit/http/download.ts";
import { createKeyedTaskQueue } from "../../kit/turns.ts";
import { recordAudit } from "../audit/service.ts";
import { presentTalk } from "../livechat/service.ts";
import type { createDeliveries } from "./deliveries.ts";
import * as sent from "./delivery-store.ts";
import type { ChannelActor, ChannelDependencies } from "./dependencies.ts";
import type { SignedFileLinks } from "./file-links.ts";
import { lockLinksOfBot } from "./link-store.ts";
import { fetchPictureJob } from "./names.ts";
import type { PersonLinkService } from "./person-links.ts";
import * as people from "./person-store.ts";
import * as tagStore from "./tag-store.ts";
import type { TalkQuery } from "./talk-query.ts";
import * as store from "./talk-store.ts";
import type { createUndeliveredBotMessages } from "./undelivered-bot-messages.ts";
import { computeMessagingWindow } from "./windows.ts";

interface InboxDependencies
  extends Pick<
    ChannelDependencies,
    "db" | "bots" | "jobs" | "files" | "livechat" | "messages" | "platforms"
  > {
  readonly deliveries: ReturnType<typeof createDeliveries>;
  readonly undeliveredBotMessages: ReturnType<typeof createUndeliveredBotMessages>;
  readonly fileLinks: SignedFileLinks;
  /** Links people on several pages who are the same human. */
  readonly links: PersonLinkService;
  announceTalkChange(botId: string, conversationId: string): Promise<void>;
  announceInboxChange(botId: string): Promise<void>;
}

/** Lists and changes the talks with people on platforms, for the people who work on the bots. */
export function createAgentInbox({
  db,
  bots,
  jobs,
  files,
  livechat,
  messages,
  platforms,
  deliveries,
  undeliveredBotMessages: undeliveredMessages,
  links,
  fileLinks,
  ...dependencies
}: InboxDependencies) {
  const toOutsideDetails = (row: store.OutsideTalkRow) => ({
    bot: row.bot,
    page: row.page,
    avatar: row.avatar,
    tags: row.tags,
    unread_count: row.unread_count,
    is_blocked: row.is_blocked,
    window: computeMessagingWindow(platforms.get(row.page.platform), row),
  });

  async function requireTalk(reader: ChannelActor, conversationId: string) {
    const foundTalk = await store.findTalk(db, reader, conversationId);
    if (!foundTalk) throw createNotFoundError();
    return foundTalk;
  }

  /**
   * Throws if the reader may not decide whether a message is sent, and returns the bot's id otherwise. Two kinds of
   * people may decide: those who may answer the conversation now, and the message's author, even after handing the
   * conversation over.
   */
  async function requireMayDecideSending(
    reader: ChannelActor,
    conversationId: string,
    messageId: string,
  ): Promise<string> {
    const { bot_id } = await requireTalk(reader, conversationId);
    const message = await messages.findForServer(conversationId, messageId);
    if (message?.user_id !== reader.userId) await livechat.requireDeciding(reader, bot_id, conversationId);
    return bot_id;
  }

  /**
   * Requests the person's picture from the platform, unless it was requested before. Called when somebody reads the
   * conversation, because the creation of the conversation does not always request the picture.
   */
  async function requestPicture({ person_id, page }: { person_id: string; page: { id: string } }) {
    await db.transaction().execute(async (tx) => {
      if (await people.storePictureAskedAt(tx, person_id))
        await jobs.send(tx, fetchPictureJob, { person_id }, { group: page.id });
    });
  }

  const runInTurn = createKeyedTaskQueue();

  /**
   * Changes the outside person of a talk in a transaction. Throws if the talk has an agent and the reader is neither
   * this agent nor an owner of the bot.
   */
  async function changePersonOf(
    reader: ChannelActor,
    conversationId: string,
    /** Changes the outside person. Returns the ids of the conversations that have changed. */
    changeLockedPerson: (tx: typeof db, person: people.PersonRow) => Promise<readonly string[]>,
  ): Promise<void> {
    const { bot_id } = await requireTalk(reader, conversationId);
    await livechat.requireDeciding(reader, bot_id, conversationId);
    const changePerson = async (tx: typeof db) => {
      await lockLinksOfBot(tx, bot_id);
      // This finds the outside person without a lock. `changeLockedPerson` may change several people, so it must lock
      // all of them itself, in the order of their ids.
      const person = await people.findPersonOfConversation(tx, conversationId);
      if (!person) throw createNotFoundError();
      return changeLockedPerson(tx, person);
    };
    const changedConversationIds = await runInTurn(bot_id, () => db.transaction().execute(changePerson));
    for (const id of changedConversationIds) await dependencies.announceTalkChange(bot_id, id);
    await dependencies.announceInboxChange(bot_id);
  }

  return {
    async list(
      reader: ChannelActor,
      {
        tag,
        page,
        paging,
        ...otherQueryFields
      }: Omit<TalkQuery, "tags"> & { tag?: string | undefined; page: number; paging: number },
    ) {
      const query = {
        ...otherQueryFields,
        ...(tag && { tags: await tagStore.listSpellings(db, reader, tag) }),
      };
      const offset = (page - 1) * paging;
      const noFilter = { unread: false } as const;
      const [{ rows, total, isSearchIncomplete }, waiting_count, mine_count] = await Promise.all([
        store.listTalks(db, reader, query, { offset, limit: paging + 1 }),
        store.countTalks(db, reader, { ...noFilter, state: "waiting" }),
        store.countTalks(db, reader, { ...noFilter, state: "mine" }),
      ]);
      const data = rows.slice(0, paging).map((row): OutsideTalk => {
        const {
          last_act_at: _,
          closed_to_bots_act_at: __,
          closed_act_at: ___,
          is_following: ____,
          ...talk
        } = row;
        return { ...presentTalk(talk), ...toOutsideDetails(row) };
      });
      const has_more = rows.length > paging;
      return {
        data,
        meta: { page, paging, total, has_more, is_cut: isSearchIncomplete, waiting_count, mine_count },
      };
    },

    async view(reader: ChannelActor, conversationId: string): Promise<OutsideTalkDetail> {
      const row = await requireTalk(reader, conversationId);
      const talkDetail = await livechat.detail(reader, row.bot_id, conversationId);
      const newestDeliveries = await sent.listNewestDeliveries(db, row.person_id, maximumShownDeliveries);
      const outsideDetails = toOutsideDetails(row);
      const undeliveredBotMessageList = await undeliveredMessages.list(
        conversationId,
        row.person_id,
        outsideDetails.window,
      );
      const linkedPeople = await links.listOf(row.person_id);
      if (!row.picture_asked_at) await requestPicture(row);
      return {
        ...talkDetail,
        ...outsideDetails,
        linked: linkedPeople,
        deliveries: sent.listDeliveriesWithinAnswerSize(newestDeliveries, outsideDetails.window),
        said: undeliveredBotMessageList,
      };
    },

    async retry(reader: ChannelActor, conversationId: string, messageId: string): Promise<Delivery> {
      await requireMayDecideSending(reader, conversationId, messageId);
      return runInTurn(
        conversationId,
        async () =>
          (await undeliveredMessages.retry(conversationId, messageId)) ??
          deliveries.retry(conversationId, messageId),
      );
    },

    async sendUntranslated(
      reader: ChannelActor,
      conversationId: string,
      messageId: string,
    ): Promise<Delivery> {
      await requireMayDecideSending(reader, conversationId, messageId);
      return runInTurn(conversationId, () => deliveries.sendUntranslated(conversationId, messageId));
    },

    async takeBack(reader: ChannelActor, conversationId: string, messageId: string): Promise<void> {
      const botId = await requireMayDecideSending(reader, conversationId, messageId);
      await runInTurn(conversationId, () => deliveries.takeBack(conversationId, messageId));
      await dependencies.announceTalkChange(botId, conversationId);
    },

    block: (reader: ChannelActor, conversationId: string, isBlocked: boolean): Promise<void> =>
      changePersonOf(reader, conversationId, async (tx, person) => {
        if (person.is_blocked === isBlocked) return [];
        await people.setBlocked(tx, person.id, isBlocked);
        await recordAudit(tx, reader, "channel.block", person.bot_id, {
          conversation_id: conversationId,
          blocked: isBlocked,
        });
        return [conversationId];
      }),

    tag: (reader: ChannelActor, conversationId: string, tags: readonly string[]): Promise<void> =>
      changePersonOf(reader, conversationId, (tx, person) => links.tag(tx, person, [...new Set(tags)])),

    /** Lists the tags of the people of this bot. The most used tags come first. */
    async tags(reader: ChannelActor, conversationId: string, search: string): Promise<string[]> {
      const { bot_id } = await requireTalk(reader, conversationId);
      return tagStore.listTagsOfBot(db, bot_id, search.trim());
    },

    /**
     * Lists the tags of people on all bots that the reader may see: the bots that the reader works on, or all bots for
     * an admin.
     */
    allTags: (reader: ChannelActor, search: string): Promise<string[]> =>
      tagStore.listTags(db, reader, search.trim()),

    /** Returns a file of a conversation to a platform that requests the file's signed URL. */
    async file(
      ids: { id: string; file_id: string },
      signedQuery: { until: number; signature: string },
    ): Promise<DownloadAnswer> {
      if (!fileLinks.isValid(ids, signedQuery)) throw new AppError("ERR.NOT_FOUND");
      const file = await bots.sessions.outside.downloadFile(ids.id, ids.file_id);
      if (!file) throw createNotFoundError();
      return file;
    },

    /** Returns a file of an outside person to anybody who has the file's signed URL. */
    async downloadSentFile(id: string, signature: string): Promise<DownloadAnswer> {
      const file = fileLinks.isPermanentLinkSignature(id, signature)
        ? await files.outside.download(id)
        : null;
      if (!file) throw createNotFoundError();
      return file;
    },
  };
}
