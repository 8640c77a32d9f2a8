/**
 * A mention as it stands in a message: `@[name](id)`. The name is what it was when it was written, for whoever reads
 * the text without a list of people; `@all` is everybody in the room.
 */
const mention = /@\[([^\]\n]{1,200})\]\(([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\)/g;
const everybody = /(?<![\p{L}\p{N}_@.])@all(?![\p{L}\p{N}_])/u;

export interface Mentioned {
  /** By their ids, each once. */
  readonly userIds: readonly string[];
  readonly all: boolean;
}

/** Whom a message calls. */
export function mentionsOf(content: string): Mentioned {
  const ids = [...content.matchAll(mention)].map((found) => found[2] ?? "");
  return { userIds: [...new Set(ids)], all: everybody.test(content) };
}

export function isMentioned(content: string, userId: string): boolean {
  if (!content.includes("@")) return false;
  const { userIds, all } = mentionsOf(content);
  return all || userIds.includes(userId);
}

/** Whether a message calls a person in a room: one that they muted calls them only by their name. */
export function callsInRoom(content: string, userId: string, muted: boolean): boolean {
  if (!content.includes("@")) return false;
  const { userIds, all } = mentionsOf(content);
  return userIds.includes(userId) || (all && !muted);
}

/** The most members of a room whose `@all` writes each of them a notification; in a larger one it shows in the list. */
export const allNotifiedLimit = 200;

/**
 * Unread mention notifications that one author may cause one person in a minute. A further message still arrives and
 * counts as a mention in its room.
 */
export const mentionNoticesPerMinute = 5;

/** The text as a person would read it aloud: `@name` for each mention. */
export function withPlainMentions(content: string): string {
  return content.replace(mention, "@$1");
}

/** The text with nobody's name in it. */
export function withoutMentions(content: string): string {
  return content.replace(mention, " ");
}

/** A mention in a text as it is read: `@name` from `start` to before `end`, in UTF-16 code units. */
export interface MentionRange {
  readonly start: number;
  readonly end: number;
  readonly id: string;
}

/** The text as `withPlainMentions` has it, and where in it the mentions stand, in their order. */
export function readMentions(content: string): { text: string; ranges: MentionRange[] } {
  const ranges: MentionRange[] = [];
  let shorter = 0;
  for (const { 0: whole, 1: name = "", 2: id = "", index } of content.matchAll(mention)) {
    const start = index - shorter;
    ranges.push({ start, end: start + name.length + 1, id });
    shorter += whole.length - name.length - 1;
  }
  return { text: withPlainMentions(content), ranges };
}

/** What `readMentions` reads as this text and these ranges: each begins with `@`, and the name after it has no `]`. */
export function writeMentions(text: string, ranges: readonly MentionRange[]): string {
  let content = "";
  let at = 0;
  for (const { start, end, id } of ranges) {
    content += `${text.slice(at, start)}@[${text.slice(start + 1, end)}](${id})`;
    at = end;
  }
  return content + text.slice(at);
}

/** Whether a mention may hold this name. */
export const canBeMentioned = (name: string): boolean => /^[^\]\n]{1,200}$/.test(name);

/**
 * Turns `@name` into a mention for each of these people, the longest name first. A name that several of them have calls
 * nobody: which of them is meant is for the writer to choose.
 */
export function withMentions(
  text: string,
  people: readonly { readonly id: string; readonly name: string }[],
): string {
  const byLength = [...people].sort((a, b) => b.name.length - a.name.length);
  const names = new Map<string, string | null>();
  for (const { id, name } of byLength) {
    const shared = names.has(name) && names.get(name) !== id;
    if (canBeMentioned(name)) names.set(name, shared ? null : id);
  }
  if (names.size === 0 || !text.includes("@")) return text;
  const escaped = [...names.keys()].map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  // A mention that stands there already stays as it is; an address is none.
  const pattern = new RegExp(
    `${mention.source}|(?<![\\p{L}\\p{N}_.])@(${escaped.join("|")})(?![\\p{Script=Latin}\\p{M}\\p{N}_])`,
    "gu",
  );
  return text.replace(pattern, (whole, _name, _id, found: string | undefined) => {
    const id = names.get(found ?? "");
    return id ? `@[${found}](${id})` : whole;
  });
}
