import { z } from "zod";
import { endpoint } from "./kit/endpoint.ts";
import type { ErrorTable } from "./kit/errors.ts";
import { idSchema } from "./kit/ids.ts";
import { limits } from "./kit/limits.ts";
import { momentSchema } from "./kit/moments.ts";
import { cutList, cutPageQuery, maximumPageSize, skipMeta } from "./kit/page.ts";
import { maximumMessageUnits } from "./messages.ts";

/** The most drafts that one person keeps on the server, those thrown away not counted. */
export const maximumDrafts = 500;
/** Bytes of UTF-8 that those may hold together: sixteen of the longest messages. */
export const maximumDraftBytes = 2_000_000;

/** What a person is writing in a room, or with `parent_id` in a thread of it; the same on each of their devices. */
export const draft = z
  .object({
    conversation_id: idSchema,
    parent_id: idSchema.nullable(),
    /** Empty when there is nothing any more. */
    content: z.string().max(maximumMessageUnits),
    updated_at: z.iso.datetime(),
    /** When its words were written, by the device that wrote them: of two, the later win. */
    edited_at: z.iso.datetime(),
  })
  .meta({ id: "Draft" });
export type Draft = z.infer<typeof draft>;

export const listDrafts = endpoint({
  method: "GET",
  path: "/drafts",
  guard: "signed-in",
  limit: limits.lookup,
  summary:
    "My drafts, the last changed first; those thrown away in the last 30 days too, with empty content, for devices that were away.",
  query: cutPageQuery,
  data: cutList(draft, maximumPageSize),
  meta: skipMeta.extend({ page: z.number().int(), paging: z.number().int(), has_more: z.boolean() }),
});

export const saveDraft = endpoint({
  method: "POST",
  path: "/conversations/:id/draft",
  guard: "signed-in",
  limit: limits.automatic,
  summary:
    "Keeps a draft; blank content throws it away. My other devices hear of it. Answers what is kept now: words that were written later elsewhere stay. DRAFT.TOO_MANY when all drafts together are too many or too long: nothing is changed then.",
  params: z.strictObject({ id: idSchema }),
  body: z.strictObject({
    content: z
      .string()
      .max(maximumMessageUnits)
      .transform((content) => content.toWellFormed().replaceAll("\u0000", "\uFFFD")),
    parent_id: idSchema.optional(),
    /** When these words were written; now where it is left out. A moment to come counts as now. */
    edited_at: momentSchema.optional(),
    /** The `edited_at` of the draft that they were written upon: if that is kept still, they replace it in any case. */
    base: momentSchema.optional(),
  }),
  data: draft,
});

export const draftErrors = {
  /** More than `maximumDrafts`, or together more than `maximumDraftBytes`. */
  "DRAFT.TOO_MANY": {
    status: 409,
    message: {
      en: "You have too many unsent drafts, so this one is kept on this device only. Send or clear some of the others.",
      vi: "Bạn có quá nhiều bản nháp chưa gửi nên bản nháp này chỉ được lưu trên thiết bị này. Hãy gửi hoặc xóa bớt các bản nháp khác.",
      ja: "未送信の下書きが多すぎるため、この下書きはこの端末にのみ保存されます。ほかの下書きを送信するか削除してください。",
    },
  },
} as const satisfies ErrorTable;
