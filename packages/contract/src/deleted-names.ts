import type { Language, TextsByLanguage } from "./languages.ts";

/**
 * The character that the database stores instead of the name of a deleted person, both as the person's name and in
 * mentions of the person. Names that people type cannot contain it, because `nameSchema` removes it.
 */
export const deletedNameMark = "\u{e000}";
export const deletedNameByLanguage: TextsByLanguage = {
  en: "Deleted user",
  vi: "Người dùng đã xóa",
  ja: "削除されたユーザー",
};

/**
 * The beginning of a mention of a deleted person. It does not include the closing bracket, because a shortened text in
 * a list may end right after the mark.
 */
const mentionedDeletedName = `@[${deletedNameMark}`;

/**
 * Matches the mark of a deleted person's name in JSON: as the value of a field that contains a person's name, or as the
 * name in a mention. Does not match such a field in a text that quotes JSON, because the quotes in a JSON string are
 * escaped.
 */
const shownDeletedMarkPattern = /("(?:name|replied_by)":"|@\[)\u{e000}/gu;

/**
 * Matches a mention of a deleted person as a reader sees it, with `deletedNameByLanguage` in any language. A test checks that the
 * pattern contains these names.
 */
const shownDeletedNamePattern =
  /@\[(?:Deleted user|Người dùng đã xóa|削除されたユーザー)\](?=\([0-9a-f-]{36}\))/g;

/** Replaces `deletedNameMark` in mentions by `deletedNameByLanguage`, in the language of the reader. */
export const showDeletedNames = (content: string, language: Language): string =>
  content.replaceAll(mentionedDeletedName, `@[${deletedNameByLanguage[language]}`);

/**
 * Undoes `showDeletedNames` in a text that a client sends back. The stored text contains the mark again, so that each
 * reader sees `deletedNameByLanguage` in their own language.
 */
export const restoreDeletedNameMarks = (content: string): string =>
  content.includes("@[") ? content.replace(shownDeletedNamePattern, `@[${deletedNameMark}]`) : content;

/**
 * Replaces `deletedNameMark` in JSON by `deletedNameByLanguage`, but only where the mark is a whole name or the name in a
 * mention. Elsewhere in a message's text the character stays, because a message may contain any character.
 */
export function replaceDeletedNameMarks(json: string, language: Language): string {
  if (!json.includes(deletedNameMark)) return json;
  return json.replace(shownDeletedMarkPattern, (_, start: string) => start + deletedNameByLanguage[language]);
}
