import type { BroadcastResult } from "@kakehashi/contract/bot-broadcasts";
import type { Language, Texts } from "@kakehashi/contract/languages";
import { csvTable } from "../../kit/text/csv.ts";

const columns = {
  language: { en: "Language", vi: "Ngôn ngữ", ja: "言語" },
  planned: { en: "Visitors", vi: "Số khách", ja: "送信対象" },
  sent: { en: "Sent", vi: "Đã gửi", ja: "送信済み" },
  delivered: { en: "Delivered", vi: "Đã đến nơi", ja: "到達" },
  read: { en: "Read", vi: "Đã xem", ja: "既読" },
  clicked: { en: "Clicked", vi: "Đã bấm", ja: "クリック" },
  answered: { en: "Wrote afterwards", vi: "Nhắn lại sau đó", ja: "その後の返信" },
  talking: {
    en: "Skipped: talking to a person",
    vi: "Bỏ qua: đang trò chuyện với người",
    ja: "送信なし：担当者と会話中",
  },
  gone: { en: "Skipped: chat deleted", vi: "Bỏ qua: trò chuyện đã xóa", ja: "送信なし：会話は削除済み" },
  full: { en: "Skipped: chat full", vi: "Bỏ qua: trò chuyện đã đầy", ja: "送信なし：会話が上限に到達" },
  left: { en: "Not sent", vi: "Chưa gửi", ja: "未送信" },
} as const satisfies Record<string, Texts>;

/** Returns a CSV file with one row for each language of visitors, in the reader's language. */
export const toCsv = (results: readonly BroadcastResult[], reader: Language): string =>
  csvTable(
    columns,
    results.map(({ skipped, ...figures }) => {
      const { TALKING: talking, GONE: gone, FULL: full } = skipped;
      const left = figures.planned - figures.sent - talking - gone - full;
      return { ...figures, talking, gone, full, left };
    }),
    reader,
  );
