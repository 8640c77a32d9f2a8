import { z } from "zod";
import { partId } from "./flows/texts.ts";
import { idSchema } from "./kit/ids.ts";

/**
 * Where a page on which somebody edits a story reports its pointer and its selection: a STOMP SEND with a
 * `storyEditorReport` as JSON. Nothing of it is stored.
 */
export const storyEditorDestination = "/app/story-editor";
/** The least milliseconds between two reports of one page. */
export const editorReportMs = 100;

// A canvas has no edge. This is far beyond everything that a story can have.
const coordinate = z.number().min(-1_000_000).max(1_000_000);
const shown = {
  bot_id: idSchema,
  flow_id: idSchema,
  /** Whether the page shows the story. False: it was closed or hidden. */
  is_here: z.boolean(),
  /** Where the pointer is, in pixels of the canvas. Null if it is not on the canvas. */
  cursor: z.strictObject({ x: coordinate, y: coordinate }).nullable(),
  /** The selected block. `block_id` is null if the group itself is selected. */
  selected: z.strictObject({ group_id: partId, block_id: partId.nullable() }).nullable(),
};

/** Only for people who may edit the bot. Reports of others change nothing. */
export const storyEditorReport = z.strictObject(shown);
export type StoryEditorReport = z.infer<typeof storyEditorReport>;

/** What the other pages on which somebody edits the same story get. `editor_id` is one page, also of the same person. */
export const storyEditorEvent = z.object({
  type: z.literal("BOT_STORY_EDITOR"),
  editor_id: idSchema,
  user: z.object({ id: idSchema, name: z.string().max(200) }),
  ...shown,
});
export type StoryEditorEvent = z.infer<typeof storyEditorEvent>;
