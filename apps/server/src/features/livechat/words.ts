import { withoutOverrides } from "@kakehashi/contract/direction";
import type { Said } from "@kakehashi/contract/flows/session";
import { mentionsOf } from "@kakehashi/contract/mentions";
import { maximumMessageLength } from "@kakehashi/contract/messages";

/** Keeps visitors and bots from notifying anybody. An invisible word joiner after each `@` breaks the mention. */
function withoutMentions(text: string): string {
  const { userIds, all } = mentionsOf(text);
  return all || userIds.length > 0 ? text.replaceAll("@", "@\u2060") : text;
}

const cut = (text: string) =>
  withoutMentions(withoutOverrides(text)).slice(0, maximumMessageLength).toWellFormed();

/** Converts a visitor's text to the text of a message. */
export const visitorWords = (text: string): string => cut(text);

const lines = (...parts: (string | null)[]): string =>
  parts.filter((part) => part !== null && part.trim() !== "").join("\n");
const offered = (labels: readonly { label: string }[]) =>
  labels.length > 0 ? labels.map(({ label }) => `- ${label}`).join("\n") : null;

/**
 * Converts what a bot said to the text of a message. Replies become a list. Returns an empty text if there is nothing
 * to write.
 */
export function botWords(said: Said): string {
  switch (said.kind) {
    case "text":
      return cut(lines(said.text, offered(said.replies)));
    case "image":
      return cut(lines(said.description, said.address));
    case "file":
      return cut(lines(said.name, said.address));
    case "card":
      return cut(lines(said.title, said.text, said.image, offered(said.buttons)));
  }
}
