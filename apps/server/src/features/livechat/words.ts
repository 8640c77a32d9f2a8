import { removeDirectionOverrides } from "@kakehashi/contract/direction";
import type { SaidMessage } from "@kakehashi/contract/flows/effects";
import { findMentionedPeople } from "@kakehashi/contract/mentions";
import { maximumMessageLength } from "@kakehashi/contract/message-text";

/**
 * Inserts an invisible word joiner after each `@` in texts of visitors and bots, so that these texts cannot mention
 * anybody.
 */
function preventMentions(text: string): string {
  const { userIds, mentionsEverybody: all } = findMentionedPeople(text);
  return all || userIds.length > 0 ? text.replaceAll("@", "@\u2060") : text;
}

const toMessageText = (text: string) =>
  preventMentions(removeDirectionOverrides(text)).slice(0, maximumMessageLength).toWellFormed();

/** Converts a visitor's text to the text of a message in the conversation. */
export const formatVisitorMessage = (text: string): string => toMessageText(text);

const joinLines = (...textParts: (string | null)[]): string =>
  textParts.filter((textPart) => textPart !== null && textPart.trim() !== "").join("\n");
const formatQuickReplies = (labels: readonly { label: string }[]) =>
  labels.length > 0 ? labels.map(({ label }) => `- ${label}`).join("\n") : null;

/**
 * Converts a message of the bot to the text of a message in the conversation. Quick replies become a list. Returns an
 * empty text if the bot's message has no text.
 */
export function formatBotMessage(saidMessage: SaidMessage): string {
  switch (saidMessage.kind) {
    case "text":
      return toMessageText(joinLines(saidMessage.text, formatQuickReplies(saidMessage.replies)));
    case "image":
      return toMessageText(joinLines(saidMessage.description, saidMessage.address));
    case "file":
      return toMessageText(joinLines(saidMessage.name, saidMessage.address));
    case "card":
      return toMessageText(
        joinLines(
          saidMessage.title,
          saidMessage.text,
          saidMessage.image,
          formatQuickReplies(saidMessage.buttons),
        ),
      );
  }
}
