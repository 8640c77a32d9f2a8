/**
 * Matches a mention in a message's text: `@[name](id)`. The name is the person's name at the time of writing, for
 * clients that cannot look the id up. `@all` means everybody in the room.
 */
const mentionPattern =
  /@\[([^\]\n]{1,200})\]\(([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\)/g;
const everybodyPattern = /(?<![\p{L}\p{N}_@.])@all(?![\p{L}\p{N}_])/u;

/**
 * The id that stands for everybody (`@all`) in the database table of mentions. It is ignored if a message uses it as
 * the id in a mention of a person.
 */
export const everybodyId = "00000000-0000-0000-0000-000000000000";

/** Matches code and URLs in a text. An `@` inside them is not a mention. */
const codeOrAddressPattern = /```[\s\S]*?```|`[^`\n]+`|https?:\/\/\S+/g;

export interface MentionedPeople {
  /** The ids of the mentioned people, without duplicates. */
  readonly userIds: readonly string[];
  readonly mentionsEverybody: boolean;
}

/** Returns the people whom a message mentions. `@all` does not count within code, a URL or a person's name. */
export function findMentionedPeople(content: string): MentionedPeople {
  const text = content.replace(codeOrAddressPattern, " ");
  const ids = new Set([...text.matchAll(mentionPattern)].map((match) => match[2] ?? ""));
  ids.delete(everybodyId);
  return { userIds: [...ids], mentionsEverybody: everybodyPattern.test(removeMentions(text)) };
}

export function isMentioned(content: string, userId: string): boolean {
  if (!content.includes("@")) return false;
  const { userIds, mentionsEverybody: all } = findMentionedPeople(content);
  return all || userIds.includes(userId);
}

/** Whether a message mentions this person in this room. In a muted room `@all` does not count. */
export function isMentionedInRoom(content: string, userId: string, isMuted: boolean): boolean {
  if (!content.includes("@")) return false;
  const { userIds, mentionsEverybody: all } = findMentionedPeople(content);
  return userIds.includes(userId) || (all && !isMuted);
}

/**
 * In a room with up to this many members, `@all` creates a notification for each of them. In a larger room it only
 * marks the room in the list.
 */
export const maximumMembersForMentionAllNotices = 200;

/**
 * Maximum unread mention notifications per minute that one author can cause for one person. Further messages arrive
 * without a notification, but still count as mentions in their room.
 */
export const mentionNoticesPerMinute = 5;

/**
 * Returns the ids in the mentions of a text, without duplicates. Includes mentions within code, although such mentions
 * notify nobody.
 */
export function findMentionedIdsEvenInCode(content: string): string[] {
  if (!content.includes("@[")) return [];
  return [...new Set([...content.matchAll(mentionPattern)].map((match) => match[2] ?? ""))];
}

/** Gives the mentions of these people another name, also within code. */
export function renameMentions(content: string, userIds: ReadonlySet<string>, newName: string): string {
  return content.replace(mentionPattern, (mention, _name, id: string) =>
    userIds.has(id) ? `@[${newName}](${id})` : mention,
  );
}

/** Returns the text with `@name` in place of each mention. */
export function replaceMentionsByNames(content: string): string {
  return content.replace(mentionPattern, "@$1");
}

/** Returns the text without its mentions. */
export function removeMentions(content: string): string {
  return content.replace(mentionPattern, " ");
}

/** A mention in a displayed text: `@name` from index `start` up to, but not including, `end`, in UTF-16 code units. */
export interface MentionRange {
  readonly start: number;
  readonly end: number;
  readonly id: string;
}

/** Returns a message's text with `@name` in place of each mention, and the ranges of the mentions in it, in order. */
export function parseMentions(content: string): { text: string; ranges: MentionRange[] } {
  const ranges: MentionRange[] = [];
  let removedUnitCount = 0;
  for (const { 0: wholeMention, 1: name = "", 2: id = "", index } of content.matchAll(mentionPattern)) {
    const start = index - removedUnitCount;
    ranges.push({ start, end: start + name.length + 1, id });
    removedUnitCount += wholeMention.length - name.length - 1;
  }
  return { text: replaceMentionsByNames(content), ranges };
}

/**
 * Restores the mentions in a text that `parseMentions` returned. Each range must begin with `@`, and its name must not
 * contain `]`.
 */
export function restoreMentionMarkup(text: string, ranges: readonly MentionRange[]): string {
  let content = "";
  let textPosition = 0;
  for (const { start, end, id } of ranges) {
    content += `${text.slice(textPosition, start)}@[${text.slice(start + 1, end)}](${id})`;
    textPosition = end;
  }
  return content + text.slice(textPosition);
}

/** Whether a mention can contain this name. */
export const canBeMentioned = (name: string): boolean => /^[^\]\n]{1,200}$/.test(name);

const escapeName = (name: string): string => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Replaces `@name` by `@newName` for each of these names. Mentions in the form `@[name](id)` stay as they are. */
export function renamePlainMentions(text: string, names: readonly string[], newName: string): string {
  if (names.length === 0) return text;
  const escapedNames = [...names].sort((a, b) => b.length - a.length).map(escapeName);
  return text.replace(
    createMentionOrNamePattern(escapedNames),
    (match, _name, _id, plainName: string | undefined) => (plainName === undefined ? match : `@${newName}`),
  );
}

/**
 * Returns a pattern that matches a mention, or an `@` followed by one of these names. The caller has already escaped
 * the names for a pattern.
 */
export const createMentionOrNamePattern = (escapedNames: readonly string[]) =>
  new RegExp(
    `${mentionPattern.source}|(?<![\\p{L}\\p{N}_.])@(${escapedNames.join("|")})(?![\\p{Script=Latin}\\p{M}\\p{N}_])`,
    "gu",
  );

/**
 * Turns `@name` into a mention for each of these people, longest name first. If several of them have the same name, the
 * text stays as it is, so the writer must choose the person.
 */
export function replaceNamesByMentions(
  text: string,
  people: readonly { readonly id: string; readonly name: string }[],
): string {
  const peopleByNameLength = [...people].sort((a, b) => b.name.length - a.name.length);
  const names = new Map<string, string | null>();
  for (const { id, name } of peopleByNameLength) {
    const isSharedName = names.has(name) && names.get(name) !== id;
    if (canBeMentioned(name)) names.set(name, isSharedName ? null : id);
  }
  if (names.size === 0 || !text.includes("@")) return text;
  const escapedNames = [...names.keys()].map(escapeName);
  // Mentions in the form `@[name](id)` do not change. The `@` of an e-mail address does not begin a mention.
  return text.replace(
    createMentionOrNamePattern(escapedNames),
    (match, _name, _id, mention: string | undefined) => {
      const id = names.get(mention ?? "");
      return id ? `@[${mention}](${id})` : match;
    },
  );
}
