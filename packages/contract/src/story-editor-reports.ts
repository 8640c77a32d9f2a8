import { z } from "zod";
import { storyEditorReportFields } from "./story-editors.ts";

// This schema is in a separate module, because the chat loads `story-editors.ts` for its live event but does not need
// the schema.

/**
 * The destination of a STOMP SEND with JSON (`storyEditorReportSchema`). An open story editor sends its pointer and
 * selection there.
 */
export const storyEditorDestination = "/app/story-editor";
/** Minimum milliseconds between two reports of one open story editor. */
export const editorReportIntervalMs = 100;

/**
 * The state of an open story editor, as its client sends it. The server ignores the report if the person may not edit
 * the bot.
 */
export const storyEditorReportSchema = z.strictObject(storyEditorReportFields);
export type StoryEditorReport = z.infer<typeof storyEditorReportSchema>;
