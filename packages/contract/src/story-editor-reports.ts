import { z } from "zod";
import { storyEditorFields } from "./story-editors.ts";

// `storyEditorReport` is in a separate module, because the chat loads `story-editors.ts` for its event but does not
// need the schema.

/**
 * The destination of a STOMP SEND with a `storyEditorReport` as JSON. A page on which somebody edits a story
 * reports its pointer and selection there.
 */
export const storyEditorDestination = "/app/story-editor";
/** Minimum milliseconds between two reports of one page on which somebody edits a story. */
export const editorReportIntervalMs = 100;

/**
 * The report of a page on which somebody edits a story. The server ignores reports of people who may not edit the bot.
 */
export const storyEditorReport = z.strictObject(storyEditorFields);
export type StoryEditorReport = z.infer<typeof storyEditorReport>;
