import type { Message } from "./messages.ts";
import { hasWords } from "./spoken.ts";

/**
 * Whether somebody can ask for a translation of the message. The message must have words, and a person must have
 * written it. Texts of a bot are translated once, in the bot itself (decision 96).
 */
export const canAskForTranslation = ({ content, outside }: Pick<Message, "content" | "outside">): boolean =>
  !isSaidByBot({ outside }) && hasWords(content);

export const isSaidByBot = ({ outside }: Pick<Message, "outside">): boolean => outside?.said_by_bot === true;

/**
 * Whether readers see something in the message besides words and files: a place on a map, a note about missing files,
 * or a broadcast.
 */
export const hasVisibleOutsideParts = ({ outside }: Pick<Message, "outside">): boolean =>
  outside !== undefined && Boolean(outside.location ?? outside.missing_files ?? outside.broadcast);
