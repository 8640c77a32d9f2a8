import { z } from "zod";
import { storyEditorFields } from "./story-editors.ts";

// A file of its own: the chat loads the one with the event, and needs nothing of this one.

/**
 * Where a page on which somebody edits a story reports its pointer and its selection: a STOMP SEND with a
 * `storyEditorReport` as JSON.
 */
export const storyEditorDestination = "/app/story-editor";
/** The least milliseconds between two reports of one page. */
export const editorReportMs = 100;

/** Only for people who may edit the bot. Reports of others change nothing. */
export const storyEditorReport = z.strictObject(storyEditorFields);
export type StoryEditorReport = z.infer<typeof storyEditorReport>;
