import { type MessageContentFilter, messageContentFilters } from "@kakehashi/contract/search";
import { normalizeForSearch } from "../../kit/normalize-for-search.ts";

/**
 * The words for each kind of attachment. They work in all languages at once, because people send each other searches
 * that they have typed.
 */
const wordsByAttachmentKind: Readonly<Record<MessageContentFilter, readonly string[]>> = {
  file: ["file", "attachment", "tệp", "tập tin", "đính kèm", "ファイル", "添付"],
  image: ["picture", "image", "photo", "ảnh", "hình", "hình ảnh", "画像", "写真"],
  video: ["video", "phim", "動画", "ビデオ"],
  audio: ["audio", "sound", "âm thanh", "ghi âm", "音声", "オーディオ"],
  link: ["link", "url", "liên kết", "đường dẫn", "リンク"],
};
/**
 * Returns the kinds of attachments that a typed word can mean. If the word is exactly the name of a kind, returns only
 * that kind. Otherwise returns all kinds whose names begin with it.
 */
export function findContentKindsByWord(text: string): MessageContentFilter[] {
  const searchedWord = normalizeForSearch(text);
  const exactKinds = messageContentFilters.filter((kind) =>
    wordsByAttachmentKind[kind].some((word) => normalizeForSearch(word) === searchedWord),
  );
  if (exactKinds.length > 0) return exactKinds;
  return messageContentFilters.filter((kind) =>
    wordsByAttachmentKind[kind].some((word) => normalizeForSearch(word).startsWith(searchedWord)),
  );
}
