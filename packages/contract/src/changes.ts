import { z } from "zod";
import { endpoint } from "./kit/endpoint.ts";
import type { ErrorTable } from "./kit/errors.ts";
import { idSchema } from "./kit/ids.ts";
import { languageSchema } from "./languages.ts";
import { boundedText, inConversationMessage, message } from "./messages.ts";

/** The most different emoji that one message carries. */
export const maximumReactions = 50;

export const editMessage = endpoint({
  method: "PATCH",
  path: "/conversations/:id/messages/:mid",
  guard: "active",
  summary:
    "Says it anew, by its author alone. What it said before stays in its history. It may be blank where it carries files.",
  params: inConversationMessage,
  body: z.strictObject({ content: boundedText }),
  data: message,
});

export const deleteMessage = endpoint({
  method: "DELETE",
  path: "/conversations/:id/messages/:mid",
  guard: "active",
  summary:
    "Takes its words, history, reactions and pin away; its place and its thread stay. By its author, or an owner of the room.",
  params: inConversationMessage,
  data: message,
});

export const removeMessageFiles = endpoint({
  method: "DELETE",
  path: "/conversations/:id/messages/:mid/files",
  guard: "active",
  summary:
    "Takes its files away, all or the one named. What says nothing beside is deleted with its last. By its author, or an owner of the room.",
  params: inConversationMessage,
  query: z.strictObject({ file_id: idSchema.optional() }),
  data: message,
});

export const listRevisions = endpoint({
  method: "GET",
  path: "/conversations/:id/messages/:mid/revisions",
  guard: "signed-in",
  summary: "What it said before each edit, the first words first.",
  params: inConversationMessage,
  data: z.array(
    z.object({
      revision: z.number().int(),
      content: z.string(),
      language: languageSchema,
      created_at: z.iso.datetime(),
    }),
  ),
});

/** One emoji: a character of the list of emojis, with a skin tone or without. */
export const reactionTypeSchema = z.string().regex(/^(?:\p{RGI_Emoji})$/v);

export const reactToMessage = endpoint({
  method: "POST",
  path: "/conversations/:id/messages/:mid/react",
  guard: "active",
  summary: "Adds my reaction, or takes it back where I gave it already.",
  params: inConversationMessage,
  query: z.strictObject({ type: reactionTypeSchema }),
  data: message,
});

export const pinMessage = endpoint({
  method: "POST",
  path: "/conversations/:id/messages/:mid/pin",
  guard: "active",
  summary:
    "Pins it for everybody in the room, or unpins it; without `pinned` the other way round than it is.",
  params: inConversationMessage,
  body: z.strictObject({ pinned: z.boolean().optional() }).default({}),
  data: message,
});

/** The most that one room pins: a list that one reads, not an archive. */
export const maximumPins = 100;

export const listPins = endpoint({
  method: "GET",
  path: "/conversations/:id/pins",
  guard: "signed-in",
  summary: "The pinned messages, the last pinned first.",
  params: z.strictObject({ id: idSchema }),
  data: z.array(message),
});

export const changeErrors = {
  "MESSAGE.DELETED": {
    status: 409,
    message: {
      en: "This message was deleted.",
      vi: "Tin nhắn này đã bị xóa.",
      ja: "このメッセージは削除されています。",
    },
  },
  "MESSAGE.REACTIONS": {
    status: 409,
    message: {
      en: "This message has as many different reactions as it can hold.",
      vi: "Tin nhắn này đã có đủ số loại biểu cảm.",
      ja: "このメッセージにはこれ以上リアクションの種類を増やせません。",
    },
  },
  "MESSAGE.PINS": {
    status: 409,
    message: {
      en: "This room has as many pins as it can hold. Unpin one first.",
      vi: "Phòng này đã ghim tối đa số tin nhắn. Hãy bỏ ghim một tin trước.",
      ja: "ピン留めの上限に達しています。先にどれかのピン留めを外してください。",
    },
  },
} as const satisfies ErrorTable;
