import { createHash } from "node:crypto";
import { createMessagePath } from "@kakehashi/contract/address";
import type { ConversationKind } from "@kakehashi/contract/conversation-kinds";
import { deletedNameByLanguage, deletedNameMark, showDeletedNames } from "@kakehashi/contract/deleted-names";
import { isolateDirection, removeDirectionOverrides } from "@kakehashi/contract/direction";
import type { Language, TextsByLanguage } from "@kakehashi/contract/languages";
import { isMentionedInRoom, replaceMentionsByNames } from "@kakehashi/contract/mentions";
import { findRoomNoticeChoice } from "@kakehashi/contract/notices";
import { createRoomPushTag, type PushMessage } from "@kakehashi/contract/push";
import { formatVisitorName } from "@kakehashi/contract/shown-visitor-name";
import { isTranslationCurrent } from "@kakehashi/contract/translation-states";
import type { MessageForPush } from "./pushed-room-store.ts";
import type { SubscribedDevice } from "./store.ts";

export interface PushedRoom {
  id: string;
  kind: ConversationKind;
  name: string | null;
}

/** Maximum number of characters of a message in a notice. */
const maximumShownCharacters = 160;

const noticeTexts = {
  more: { en: "+{n} more", vi: "và {n} tin nhắn khác", ja: "ほか{n}件" },
  one: { en: "New message", vi: "Tin nhắn mới", ja: "新着メッセージ" },
  many: { en: "{n} new messages", vi: "{n} tin nhắn mới", ja: "新着メッセージ {n}件" },
} as const satisfies Record<string, TextsByLanguage>;

const fillInCount = (text: TextsByLanguage, language: Language, n: number) =>
  text[language].replace("{n}", String(n));

/**
 * Selects the messages that are pushed to a device. Leaves out the person's own messages and messages that were already
 * read or pushed. In threads that the person does not follow, selects only replies that mention them. If the person
 * muted the room or chose only mentions, selects only messages that mention them; without a choice for the room, that
 * does not limit a DIRECT room. Selects nothing if the person has turned the notices of the room off.
 */
export function selectMessagesToNotify(
  messages: readonly MessageForPush[],
  receiver: Pick<
    SubscribedDevice,
    "user_id" | "settings" | "muted" | "notify_about" | "read_number" | "notifiedSeq"
  >,
  room: Pick<PushedRoom, "kind">,
  threadReads: ReadonlyMap<string, number>,
): MessageForPush[] {
  const { user_id, settings, muted, notify_about, read_number, notifiedSeq } = receiver;
  const notificationChoice = findRoomNoticeChoice({ kind: room.kind, muted, notify_about }, settings);
  if (notificationChoice === "none") return [];
  const isMentionsOnly = notificationChoice === "mentions";
  return messages.filter((message) => {
    if (message.user_id === user_id || message.seq <= notifiedSeq) return false;
    const isMentioned = isMentionedInRoom(message.content, user_id, muted);
    if (message.parent_id === null) return message.number > read_number && (isMentioned || !isMentionsOnly);
    const readMark = threadReads.get(`${user_id} ${message.parent_id}`);
    if (readMark === undefined) return isMentioned;
    return message.number > readMark && (isMentioned || !isMentionsOnly);
  });
}

/** Creates one push about several messages, in the reader's language. */
export function createPushMessage(
  messages: readonly [MessageForPush, ...MessageForPush[]],
  {
    interfaceLanguage,
    readLanguage,
    settings,
  }: Pick<SubscribedDevice, "interfaceLanguage" | "readLanguage" | "settings">,
  room: PushedRoom,
): PushMessage {
  const newestMessage = messages.at(-1) ?? messages[0];
  const formatName = (name: string) => isolateDirection(formatVisitorName(name, interfaceLanguage));
  const author = formatName(
    newestMessage.author === deletedNameMark
      ? deletedNameByLanguage[interfaceLanguage]
      : newestMessage.author,
  );
  return {
    title: room.kind === "DIRECT" || !room.name ? author : `${author} · ${formatName(room.name)}`,
    body: settings.notify_content
      ? formatNoticeBody(newestMessage, messages.length - 1, interfaceLanguage, readLanguage)
      : fillInCount(
          messages.length === 1 ? noticeTexts.one : noticeTexts.many,
          interfaceLanguage,
          messages.length,
        ),
    lang: interfaceLanguage,
    tag: createRoomPushTag(room.id),
    address: createMessagePath(room.id, newestMessage.id, newestMessage.parent_id),
  };
}

function formatNoticeBody(
  messages: MessageForPush,
  otherCount: number,
  language: Language,
  readLanguage: Language,
): string {
  const { content, files, translations } = messages;
  const translated = translations.find(
    (translation) => translation.language === readLanguage && isTranslationCurrent(translation, messages),
  );
  const plainText =
    replaceMentionsByNames(
      showDeletedNames(removeDirectionOverrides(translated?.content ?? content), language),
    ) || files.map(({ name }) => name).join(" · ");
  const characters = [...plainText];
  const excerpt =
    characters.length > maximumShownCharacters
      ? `${characters.slice(0, maximumShownCharacters).join("")}…`
      : plainText;
  return otherCount > 0 ? `${excerpt}\n${fillInCount(noticeTexts.more, language, otherCount)}` : excerpt;
}

/**
 * Returns the push topic of a room: 32 characters that do not reveal the room. While a device is offline, its push
 * service keeps only the last message of each topic.
 */
export function createPushTopic(roomId: string): string {
  return createHash("sha256").update(roomId).digest("base64url").slice(0, 32);
}
