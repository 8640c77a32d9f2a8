import { z } from "zod";
import { restoreDeletedNameMarks } from "./deleted-names.ts";
import { endpoint } from "./kit/endpoint.ts";
import type { ErrorTable } from "./kit/errors.ts";
import { idSchema } from "./kit/ids.ts";
import { limits } from "./kit/limits.ts";
import { momentSchema } from "./kit/moments.ts";
import { createCutListSchema, cutListPageQuery, maximumPageSize, nextSkipMetaSchema } from "./kit/page.ts";
import { maximumMessageCodeUnits } from "./message-text.ts";
import { toStorableText } from "./storable.ts";

/** Maximum drafts of one person on the server. Discarded drafts do not count. */
export const maximumDraftsPerPerson = 500;
/** Maximum bytes (UTF-8) of one person's drafts together: as many as sixteen of the longest messages have. */
export const maximumDraftBytesPerPerson = 2_000_000;

/**
 * The text that a person is writing in a room or, with `parent_id`, in a thread. If `parent_id` is the conversation's
 * own id, the person is writing a note to colleagues. All devices of the person share the draft.
 */
export const chatDraftSchema = z
  .object({
    conversation_id: idSchema,
    parent_id: idSchema.nullable(),
    /** The text of the draft. Empty: the draft was discarded or sent. */
    content: z.string().max(maximumMessageCodeUnits),
    updated_at: z.iso.datetime(),
    /** When the device wrote the text of the draft. If two devices wrote texts, the later text wins. */
    edited_at: z.iso.datetime(),
  })
  .meta({ id: "ChatDraft" });
export type ChatDraft = z.infer<typeof chatDraftSchema>;

export const listDrafts = endpoint({
  method: "GET",
  path: "/drafts",
  guard: "signed-in",
  limit: limits.lookup,
  summary:
    "Lists the caller's drafts, last changed first. Also lists, with empty content, the drafts that were discarded in the last 30 days, for devices that were offline.",
  query: cutListPageQuery,
  data: createCutListSchema(chatDraftSchema, maximumPageSize),
  meta: nextSkipMetaSchema.extend({
    page: z.number().int(),
    paging: z.number().int(),
    has_more: z.boolean(),
  }),
});

export const saveDraft = endpoint({
  method: "POST",
  path: "/conversations/:id/draft",
  guard: "signed-in",
  limit: limits.automatic,
  summary:
    "Saves a draft. Blank content discards the draft. The caller's other devices are informed. Returns the draft that is stored now: a text that was written later on another device stays. If all drafts together are too many or too long, the answer is DRAFT.TOO_MANY and nothing is changed.",
  params: z.strictObject({ id: idSchema }),
  body: z.strictObject({
    content: z
      .string()
      .max(maximumMessageCodeUnits)
      .transform((content) => restoreDeletedNameMarks(toStorableText(content))),
    parent_id: idSchema.optional(),
    /** When the device wrote the text of the draft. Absent: now. A time in the future counts as now. */
    edited_at: momentSchema.optional(),
    /**
     * The `edited_at` of the draft that the device edited. If the server still has that draft, the new text replaces
     * it, even if the device's clock is slow.
     */
    base: momentSchema.optional(),
  }),
  data: chatDraftSchema,
});

export const draftErrors = {
  /** The error if the person has `maximumDraftsPerPerson` drafts, or if their drafts would exceed `maximumDraftBytesPerPerson`. */
  "DRAFT.TOO_MANY": {
    status: 409,
    message: {
      en: "You have too many unsent drafts, so this one is kept on this device only. Send or clear some of the others.",
      vi: "Bạn có quá nhiều bản nháp chưa gửi nên bản nháp này chỉ được lưu trên thiết bị này. Hãy gửi hoặc xóa bớt các bản nháp khác.",
      ja: "未送信の下書きが多すぎるため、この下書きはこの端末にのみ保存されます。ほかの下書きを送信するか削除してください。",
    },
  },
} as const satisfies ErrorTable;
