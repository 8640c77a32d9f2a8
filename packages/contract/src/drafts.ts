import { z } from "zod";
import { endpoint } from "./kit/endpoint.ts";
import { idSchema } from "./kit/ids.ts";
import { momentSchema } from "./kit/moments.ts";
import { maximumMessageUnits } from "./messages.ts";

/** What a person is writing in a room, or with `parent_id` in a thread of it; the same on each of their devices. */
export const draft = z.object({
  conversation_id: idSchema,
  parent_id: idSchema.nullable(),
  /** Empty when there is nothing any more. */
  content: z.string(),
  updated_at: z.iso.datetime(),
  /** When its words were written, by the device that wrote them: of two, the later win. */
  edited_at: z.iso.datetime(),
});
export type Draft = z.infer<typeof draft>;

export const listDrafts = endpoint({
  method: "GET",
  path: "/drafts",
  guard: "signed-in",
  summary:
    "My drafts, the last touched first; those thrown away in the last 30 days too, with empty content, for devices that were away.",
  data: z.array(draft),
});

export const saveDraft = endpoint({
  method: "POST",
  path: "/conversations/:id/draft",
  guard: "signed-in",
  summary:
    "Keeps a draft; blank content throws it away. My other devices hear of it. Answers what is kept now: words that were written later elsewhere stay.",
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
