import type { Language, TextsByLanguage } from "./languages.ts";

/**
 * The character that replaces the name of a deleted person in the database: as the person's name, and in the mentions
 * that others wrote. Names that people type cannot contain it, because `nameSchema` removes it.
 */
export const deletedNameMark = "\u{e000}";
export const deletedName: TextsByLanguage = {
  en: "Deleted user",
  vi: "Người dùng đã xóa",
  ja: "削除されたユーザー",
};

/** The mark in a mention. A list may cut a text right after it. */
const mentionedMark = `@[${deletedNameMark}`;

/**
 * Matches the mark in JSON as the value of a field that contains a person's name, or as the name in a mention. Does not
 * match such a field if it is only quoted inside a JSON string, because its quotes are escaped there.
 */
const shownMarkPattern = /("(?:name|replied_by)":"|@\[)\u{e000}/gu;

/** Matches a mention whose name is `deletedName` in any language. A test compares the names. */
const shownDeletedNamePattern =
  /@\[(?:Deleted user|Người dùng đã xóa|削除されたユーザー)\](?=\([0-9a-f-]{36}\))/g;

/** Shows `deletedName` in the mentions of deleted people in a stored text. */
export const showDeletedNames = (content: string, language: Language): string =>
  content.replaceAll(mentionedMark, `@[${deletedName[language]}`);

/**
 * Undoes `showDeletedNames` in a text that a client sends back, so that each reader sees the name in their own language
 * again.
 */
export const storeDeletedNames = (content: string): string =>
  content.includes("@[") ? content.replace(shownDeletedNamePattern, `@[${deletedNameMark}]`) : content;

/**
 * Replaces `deletedNameMark` in JSON by `deletedName` wherever it is a whole name, or the name in a mention. The same
 * character elsewhere in a message's text stays, because a message may contain any character.
 */
export function replaceDeletedNameMarks(json: string, language: Language): string {
  if (!json.includes(deletedNameMark)) return json;
  return json.replace(shownMarkPattern, (_, start: string) => start + deletedName[language]);
}
