import { type FileCategory, fileCategories, type StoredFile } from "@kakehashi/contract/files";
import type { Language } from "@kakehashi/contract/languages";
import { withPlainMentions } from "@kakehashi/contract/mentions";
import type { Message } from "@kakehashi/contract/messages";
import type { TFunction } from "i18next";

/** A message's words on one line, without the signs of its Markdown. */
export function previewOf(content: string): string {
  return withPlainMentions(content.slice(0, 300))
    .replace(/```[^\n]*\n?/g, "")
    .replace(/(\*\*|__|~~|`)(?=\S)([^\n]*?\S)\1/g, "$2")
    .replace(/^\s{0,3}(>|#{1,6}|[-*+]|\d+[.)])\s+/gm, "")
    .replace(/\s+/g, " ")
    .trim();
}

type Texts = TFunction<"conversations">;

const keys = {
  image: "previewImage",
  video: "previewVideo",
  audio: "previewAudio",
  application: "previewFiles",
} as const satisfies Record<FileCategory, string>;
const signs: Readonly<Record<FileCategory, string>> = {
  image: "🖼️",
  video: "🎬",
  audio: "🎵",
  application: "📎",
};

/** The kind of all these files; of several kinds, they are simply files. */
const kindOf = (files: readonly StoredFile[]): FileCategory =>
  fileCategories.find((kind) => files.every(({ category }) => category === kind)) ?? "application";

/** What files are called where there is room for a line alone: pictures by their kind, documents by their name. */
export function filesText(files: readonly StoredFile[], t: Texts): string {
  const [kind, name] = [kindOf(files), files[0]?.name ?? ""];
  if (kind === "application" && files.length === 1) return name;
  return t(keys[kind], { count: files.length, name });
}

/** A message on one line: its words, else what it carries; and the language of that, where it is not the page's own. */
export function messagePreview(
  { content, files, deleted, language }: Pick<Message, "content" | "files" | "deleted" | "language">,
  t: Texts,
): { readonly text: string; readonly lang: Language | undefined } {
  if (deleted) return { text: t("messageDeleted"), lang: undefined };
  const text = previewOf(content);
  if (text !== "" || files.length === 0) return { text, lang: language };
  return { text: `${signs[kindOf(files)]} ${filesText(files, t)}`, lang: undefined };
}
