import type { Message } from "./messages.ts";
import { hasTranslatableWords } from "./spoken.ts";

/**
 * Whether a translation of the message can be requested. The message must contain words, and a person must have written
 * it. Messages of a bot are excluded, because the texts of a bot are translated once, in the bot itself (decision 96).
 */
export const canAskForTranslation = ({ content, outside }: Pick<Message, "content" | "outside">): boolean =>
  !isSaidByBot({ outside }) && hasTranslatableWords(content);

export const isSaidByBot = ({ outside }: Pick<Message, "outside">): boolean => outside?.said_by_bot === true;

/**
 * Whether the message has visible parts besides words and files. Such a part is a location on a map, a note about files
 * that could not be downloaded, or a broadcast.
 */
export const hasVisibleOutsideParts = ({ outside }: Pick<Message, "outside">): boolean =>
  outside !== undefined && Boolean(outside.location ?? outside.missing_files ?? outside.broadcast);
