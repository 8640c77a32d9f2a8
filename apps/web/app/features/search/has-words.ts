import { type SearchHas, searchHas } from "@kakehashi/contract/search";
import { fold } from "../../kit/fold.ts";

/** Each kind of thing by the words for it, in any language: people share what they type. */
const words: Readonly<Record<SearchHas, readonly string[]>> = {
  file: ["file", "attachment", "tệp", "tập tin", "đính kèm", "ファイル", "添付"],
  image: ["picture", "image", "photo", "ảnh", "hình", "hình ảnh", "画像", "写真"],
  video: ["video", "phim", "動画", "ビデオ"],
  audio: ["audio", "sound", "âm thanh", "ghi âm", "音声", "オーディオ"],
  link: ["link", "url", "liên kết", "đường dẫn", "リンク"],
};
/** What of these kinds a text may mean: the one that is called so, else those that begin so. */
export function meantKinds(text: string): SearchHas[] {
  const wanted = fold(text);
  const exact = searchHas.filter((has) => words[has].some((word) => fold(word) === wanted));
  if (exact.length > 0) return exact;
  return searchHas.filter((has) => words[has].some((word) => fold(word).startsWith(wanted)));
}
