import { maximumAgentMessagesPerPage, type VisitorTalk } from "@kakehashi/contract/bot-visitor-shapes";
import { showDeletedNames } from "@kakehashi/contract/deleted-names";
import type { Language } from "@kakehashi/contract/languages";
import { replaceMentionsByNames } from "@kakehashi/contract/mentions";
import type { Message } from "@kakehashi/contract/messages";
import { firstFittingItems } from "../../kit/http/list-bytes.ts";
import type { Talks } from "../bots/service.ts";
import type { LivechatDependencies } from "./dependencies.ts";
import { findRoundNumberToRate } from "./rating-store.ts";
import * as store from "./store.ts";

/** Reads what people have written in a conversation, for its visitor. */
export function createVisitorReading({
  db,
  files,
  users,
  messages,
  bots,
}: Pick<LivechatDependencies, "db" | "files" | "users" | "messages" | "bots">): Pick<
  Talks,
  "listChangesByPeople" | "file"
> {
  return {
    async listChangesByPeople(
      conversationId,
      since,
      language,
    ): Promise<Omit<VisitorTalk, "opens_at"> | null> {
      const talk = await store.findLivechat(db, conversationId);
      if (!talk) return null;
      const changedMessages = await messages.listChanged(
        conversationId,
        { since, until: Number.MAX_SAFE_INTEGER },
        maximumAgentMessagesPerPage + 1,
      );
      const { data: shownMessages, wasCut } = firstFittingItems(
        changedMessages.slice(0, maximumAgentMessagesPerPage),
      );
      const bot = await bots.authorOf(db, talk.bot_id);
      const visitorMessages = shownMessages.filter(
        ({ user_id, parent_id, kind }) =>
          parent_id === null && kind !== "NOTE" && user_id !== talk.visitor_id && user_id !== bot,
      );
      const people = await users.listSummaries([...new Set(visitorMessages.map(({ user_id }) => user_id))]);
      const names = new Map(people.map(({ id, name }) => [id, name]));
      return {
        seq: shownMessages.at(-1)?.changed_seq ?? since,
        has_more: wasCut || changedMessages.length > maximumAgentMessagesPerPage,
        state: talk.state,
        rating_round: talk.state === "CLOSED" ? await findRoundNumberToRate(db, conversationId) : null,
        is_typing: false,
        messages: visitorMessages.map((message) => ({
          id: message.id,
          name: names.get(message.user_id) ?? "",
          ...textForVisitor(message, language),
          deleted: message.deleted,
          files: message.files.map(({ id, name, size }) => ({ id, name, size })),
          created_at: message.created_at,
        })),
      };
    },

    async file(conversationId, fileId) {
      const talk = await store.findLivechat(db, conversationId);
      if (!talk || !(await store.isFileVisibleToVisitor(db, conversationId, fileId))) return null;
      return files.download(talk.visitor_id, fileId, true);
    },
  };
}

/** Returns the message's text for the visitor: the translation if there is a current one, otherwise the original. */
function textForVisitor(message: Message, language: Language) {
  const translation = message.translations?.find(
    (storedTranslation) => storedTranslation.language === language,
  );
  const isCurrentTranslation = translation?.content != null && translation.revision === message.revision;
  return {
    content: replaceMentionsByNames(
      showDeletedNames(isCurrentTranslation ? (translation.content ?? "") : message.content, language),
    ),
    language: isCurrentTranslation ? language : message.language,
    is_translated: isCurrentTranslation,
  };
}
