import { type FileCategory, fileCategories, type StoredFile } from "@kakehashi/contract/files";
import type { Language } from "@kakehashi/contract/languages";
import type { Message } from "@kakehashi/contract/messages";
import { toPlainLine } from "@kakehashi/contract/plain-words";
import type { TFunction } from "i18next";

/** Returns the beginning of a message as plain text, long enough for one line. */
export const firstWordsOf = (content: string): string => toPlainLine(content.slice(0, 300));

type PreviewableFile = Pick<StoredFile, "name" | "category">;
type TranslateFunction = TFunction<"conversations">;

const categoryTextKeys = {
  image: "previewImage",
  video: "previewVideo",
  audio: "previewAudio",
  application: "previewFiles",
} as const satisfies Record<FileCategory, string>;
const categoryIcons: Readonly<Record<FileCategory, string>> = {
  image: "🖼️",
  video: "🎬",
  audio: "🎵",
  application: "📎",
};

/**
 * Returns the category of the files if all have the same, such as image. Otherwise returns "application", the category
 * of documents.
 */
const categoryOf = (files: readonly PreviewableFile[]): FileCategory =>
  fileCategories.find((kind) => files.every(({ category }) => category === kind)) ?? "application";

/** Describes a message's files in one line: their number and kind. A single document is described by its name. */
function describeFiles(files: readonly PreviewableFile[], t: TranslateFunction): string {
  const [kind, name] = [categoryOf(files), files[0]?.name ?? ""];
  if (kind === "application" && files.length === 1) return name;
  return t(categoryTextKeys[kind], { count: files.length, name });
}

interface MessagePreview {
  readonly text: string;
  /**
   * The language of the text if it is a message's text. Undefined if the text is in the page's language, such as "3
   * pictures".
   */
  readonly lang: Language | undefined;
}
type PreviewableMessage = Pick<Message, "content" | "deleted" | "language"> & {
  readonly kind?: Message["kind"] | null;
  readonly files: readonly PreviewableFile[];
  readonly outside?: { readonly location?: object | undefined } | undefined;
};

/**
 * Returns a preview of a message on one line: its text, or a description of its files if it has no text. The preview of
 * an internal note begins with the word “note”.
 */
export function createMessagePreview(message: PreviewableMessage, t: TranslateFunction): MessagePreview {
  const preview = plainPreviewOf(message, t);
  const isFilesOnly = preview.lang === undefined && message.files.length > 0;
  const text = isFilesOnly ? `${categoryIcons[categoryOf(message.files)]} ${preview.text}` : preview.text;
  return addNoteLabel(message, { ...preview, text }, t);
}

/** Returns the preview of a message for screen readers. It has no icon at its beginning. */
export const createSpokenPreview = (message: PreviewableMessage, t: TranslateFunction): MessagePreview =>
  addNoteLabel(message, plainPreviewOf(message, t), t);

const addNoteLabel = (
  { kind, deleted }: PreviewableMessage,
  preview: MessagePreview,
  t: TranslateFunction,
): MessagePreview =>
  kind === "NOTE" && !deleted ? { ...preview, text: t("previewNote", { text: preview.text }) } : preview;

function plainPreviewOf(
  { content, files, outside, deleted, language }: PreviewableMessage,
  t: TranslateFunction,
): MessagePreview {
  if (deleted) return { text: t("messageDeleted"), lang: undefined };
  const text = firstWordsOf(content);
  if (text !== "") return { text, lang: language };
  if (files.length > 0) return { text: describeFiles(files, t), lang: undefined };
  return outside
    ? { text: t(outside.location ? "previewLocation" : "previewMissing"), lang: undefined }
    : { text, lang: language };
}
