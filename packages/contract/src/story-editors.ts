import { z } from "zod";
import { flowPartIdSchema } from "./flows/part-id.ts";
import { idSchema } from "./kit/ids.ts";

// A position on the canvas, in pixels. The canvas is unbounded, but no story is a million pixels wide.
const coordinateSchema = z.number().min(-1_000_000).max(1_000_000);

/** What an open story editor sends about itself. The server forwards it and does not store it. */
export const storyEditorReportFields = {
  bot_id: idSchema,
  flow_id: idSchema,
  /** Whether the page is showing the story. False: the page was closed or hidden. */
  is_here: z.boolean(),
  /** The position of the pointer, in pixels of the canvas. Null if the pointer is not on the canvas. */
  cursor: z.strictObject({ x: coordinateSchema, y: coordinateSchema }).nullable(),
  /** The block or the group that is selected on the canvas. `block_id` is null if the group itself is selected. */
  selected: z.strictObject({ group_id: flowPartIdSchema, block_id: flowPartIdSchema.nullable() }).nullable(),
};

/**
 * What the server sends about one open story editor to all other open editors of the story. `editor_id` identifies the
 * open page, because one person may have several.
 */
export const storyEditorEventSchema = z.object({
  type: z.literal("BOT_STORY_EDITOR"),
  editor_id: idSchema,
  user: z.object({ id: idSchema, name: z.string().max(200) }),
  ...storyEditorReportFields,
});
export type StoryEditorEvent = z.infer<typeof storyEditorEventSchema>;
