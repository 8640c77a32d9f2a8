import { type Mentioned, mentionsOf } from "@kakehashi/contract/mentions";

/** Stands for `@all`, because null cannot be part of a key. */
export const everybody = "00000000-0000-0000-0000-000000000000";

/**
 * The ids of the people whom a message mentions, for the table of mentions. Null for none. A text without
 * `@` is not parsed.
 */
export function mentionedIn(content: string): string[] | null {
  if (!content.includes("@")) return null;
  const { userIds, all }: Mentioned = mentionsOf(content);
  const mentioned = all ? [...userIds, everybody] : [...userIds];
  return mentioned.length > 0 ? mentioned : null;
}
