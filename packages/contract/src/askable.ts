import type { Message } from "./messages.ts";
import { hasWords } from "./spoken.ts";

/**
 * Whether somebody can ask for a translation of the message: it has words, and a person wrote it. What a bot
 * says is translated once, among the texts of the bot (decision 96).
 */
export const canAskForTranslation = ({ content, outside }: Pick<Message, "content" | "outside">): boolean =>
  !isSaidByBot({ outside }) && hasWords(content);

export const isSaidByBot = ({ outside }: Pick<Message, "outside">): boolean => outside?.said_by_bot === true;

/** Whether the message contains something from outside that readers see: a place, a missing file or a broadcast. */
export const hasShownParts = ({ outside }: Pick<Message, "outside">): boolean =>
  outside !== undefined && Boolean(outside.location ?? outside.missing_files ?? outside.broadcast);
