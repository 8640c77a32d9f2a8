import { z } from "zod";
import { storyEditorFields } from "./story-editors.ts";

// This schema is in a separate module, because the chat loads `story-editors.ts` for its live event but does not need
// the schema.

/**
 * The destination of a STOMP SEND with a `storyEditorReport` as JSON. An open story editor sends its pointer and
 * selection there.
 */
export const storyEditorDestination = "/app/story-editor";
/** Minimum milliseconds between two reports of one open story editor. */
export const editorReportIntervalMs = 100;

/** The state of an open story editor. The server ignores it if the person may not edit the bot. */
export const storyEditorReport = z.strictObject(storyEditorFields);
export type StoryEditorReport = z.infer<typeof storyEditorReport>;
