import { type Mentioned, mentionsOf } from "@kakehashi/contract/mentions";

/** Stands for everybody in the room: part of a key, which null cannot be. */
export const everybody = "00000000-0000-0000-0000-000000000000";

/** Whom a message calls, as the table of mentions names them; null for nobody, without a look where no `@` stands. */
export function mentionedIn(content: string): string[] | null {
  if (!content.includes("@")) return null;
  const { userIds, all }: Mentioned = mentionsOf(content);
  const mentioned = all ? [...userIds, everybody] : [...userIds];
  return mentioned.length > 0 ? mentioned : null;
}
