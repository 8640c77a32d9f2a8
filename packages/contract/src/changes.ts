import { z } from "zod";
import { pinBodySchema } from "./conversations.ts";
import { endpoint } from "./kit/endpoint.ts";
import type { ErrorTable } from "./kit/errors.ts";
import { idSchema } from "./kit/ids.ts";
import { limits } from "./kit/limits.ts";
import { createCutListSchema, nextSkipMetaSchema, skipQuery } from "./kit/page.ts";
import { languageSchema } from "./languages.ts";
import { boundedMessageTextSchema, maximumMessageCodeUnits } from "./message-text.ts";
import { messageParams, messageSchema } from "./messages.ts";

export const editMessage = endpoint({
  method: "PATCH",
  path: "/conversations/:id/messages/:mid",
  guard: "active",
  limit: limits.click,
  summary:
    "Changes the text of a message. Allowed only for its author. The earlier text stays in the message's history. The text may be blank if the message has files. `revision` is the revision on which the edit is based: if the message has a later one, the answer is MESSAGE.EDITED, nothing is changed, and `error.current` has the present text and revision.",
  params: messageParams,
  body: z.strictObject({ content: boundedMessageTextSchema, revision: z.number().int().min(1).optional() }),
  data: messageSchema,
});

export const deleteMessage = endpoint({
  method: "DELETE",
  path: "/conversations/:id/messages/:mid",
  guard: "active",
  limit: limits.click,
  summary:
    "Deletes a message with its text, files, history, reactions and pin. Its place in the room and its thread stay. Allowed for the author and for owners of the room.",
  params: messageParams,
  data: messageSchema,
});

export const removeMessageFiles = endpoint({
  method: "DELETE",
  path: "/conversations/:id/messages/:mid/files",
  guard: "active",
  limit: limits.click,
  summary:
    "Deletes the files of a message: all, or only the one named by `file_id`. A message without text is deleted together with its last file. Allowed for the author and for owners of the room.",
  params: messageParams,
  query: z.strictObject({ file_id: idSchema.optional() }),
  data: messageSchema,
});

/** Maximum revisions of a message in one response. Each revision may be as long as a message. */
export const maximumRevisionsPerResponse = 20;

export const listMessageRevisions = endpoint({
  method: "GET",
  path: "/conversations/:id/messages/:mid/revisions",
  guard: "signed-in",
  limit: limits.lookup,
  summary:
    "Lists the texts that a message had before its last edits, oldest first. With `before`, lists those before that revision. `above` tells whether there are older ones.",
  params: messageParams,
  query: z.strictObject({
    before: z.coerce.number().int().min(1).max(1_000_000_000).optional(),
    paging: z.coerce
      .number()
      .int()
      .min(1)
      .max(maximumRevisionsPerResponse)
      .default(maximumRevisionsPerResponse),
  }),
  data: createCutListSchema(
    z.object({
      revision: z.number().int(),
      content: z.string().max(maximumMessageCodeUnits),
      language: languageSchema,
      created_at: z.iso.datetime(),
    }),
    maximumRevisionsPerResponse,
  ),
  meta: z.object({ above: z.boolean() }),
});

export const setMessageLanguage = endpoint({
  method: "POST",
  path: "/messages/:mid/language",
  guard: "active",
  limit: limits.click,
  summary: "Corrects the language of the caller's own message, if another language was recognized.",
  params: z.strictObject({ mid: idSchema }),
  body: z.strictObject({ language: languageSchema }),
  data: messageSchema,
});

/** The emoji of a reaction: one emoji from the emoji list, with or without a skin tone. */
export const reactionTypeSchema = z.string().regex(/^(?:\p{RGI_Emoji})$/v);

export const toggleMessageReaction = endpoint({
  method: "POST",
  path: "/conversations/:id/messages/:mid/react",
  guard: "active",
  limit: limits.click,
  summary: "Adds the caller's reaction to a message, or removes it if the caller has already given it.",
  params: messageParams,
  query: z.strictObject({ type: reactionTypeSchema }),
  data: messageSchema,
});

export const setMessagePinned = endpoint({
  method: "POST",
  path: "/conversations/:id/messages/:mid/pin",
  guard: "active",
  limit: limits.click,
  summary:
    "Pins a message for everybody in the room, or unpins it. Without `pinned`, the call toggles the pin.",
  params: messageParams,
  body: pinBodySchema.default({}),
  data: messageSchema,
});

/** Maximum pinned messages in one room. The limit is low, because people read the whole list. */
export const maximumPinsPerRoom = 100;

export const listPins = endpoint({
  method: "GET",
  path: "/conversations/:id/pins",
  guard: "signed-in",
  limit: limits.lookup,
  summary: "Lists the pinned messages of a room, last pinned first.",
  params: z.strictObject({ id: idSchema }),
  query: skipQuery,
  data: createCutListSchema(messageSchema, maximumPinsPerRoom),
  meta: nextSkipMetaSchema,
});

export const messageChangeErrors = {
  "MESSAGE.EDITED": {
    status: 409,
    message: {
      en: "This message was changed elsewhere in the meantime. Your text is not saved yet.",
      vi: "Tin nhắn này vừa được sửa ở nơi khác. Nội dung của bạn chưa được lưu.",
      ja: "このメッセージは別の場所で編集されました。入力した内容はまだ保存されていません。",
    },
  },
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
      en: "This message cannot have more different reactions.",
      vi: "Tin nhắn này đã có đủ số loại biểu cảm.",
      ja: "このメッセージにはこれ以上リアクションの種類を増やせません。",
    },
  },
  "MESSAGE.PINS": {
    status: 409,
    message: {
      en: "This conversation cannot have more pins. Unpin one first.",
      vi: "Phòng này đã ghim tối đa số tin nhắn. Hãy bỏ ghim một tin trước.",
      ja: "ピン留めの上限に達しています。先にどれかのピン留めを外してください。",
    },
  },
} as const satisfies ErrorTable;
