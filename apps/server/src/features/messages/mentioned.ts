import { everybodyId, findMentionedPeople, type MentionedPeople } from "@kakehashi/contract/mentions";

/**
 * Returns the ids of the people whom a message mentions, for the table of mentions. Null if it mentions nobody. A text
 * without `@` cannot mention anybody, so it is not parsed.
 */
export function findMentionedIds(content: string): string[] | null {
  if (!content.includes("@")) return null;
  const { userIds, mentionsEverybody: all }: MentionedPeople = findMentionedPeople(content);
  const mentionedIds = all ? [...userIds, everybodyId] : [...userIds];
  return mentionedIds.length > 0 ? mentionedIds : null;
}
