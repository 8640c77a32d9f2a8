import { type ImportSkipReason, importSkipReasonSchema } from "@kakehashi/contract/imports";
import type { Language, TextsByLanguage } from "@kakehashi/contract/languages";
import { formatCsvTable } from "../../kit/text/csv.ts";
import type { listSkippedUnits } from "./skipped-store.ts";

const skippedColumns = {
  line: { en: "Line", vi: "Dòng", ja: "行" },
  reason: { en: "Why it was skipped", vi: "Lý do bỏ qua", ja: "読み込まなかった理由" },
  detail: { en: "Detail", vi: "Chi tiết", ja: "詳細" },
  text: { en: "Text", vi: "Nội dung", ja: "本文" },
} as const satisfies Record<string, TextsByLanguage>;

const textsByReason = {
  LANGUAGE: {
    en: "In another language than English, Vietnamese or Japanese",
    vi: "Không phải tiếng Anh, tiếng Việt hay tiếng Nhật",
    ja: "英語・ベトナム語・日本語以外の言語です",
  },
  ONE_LANGUAGE: {
    en: "With a text in one language only",
    vi: "Chỉ có nội dung bằng một ngôn ngữ",
    ja: "一つの言語の本文しかありません",
  },
  EMPTY: { en: "Without text", vi: "Không có nội dung", ja: "本文がありません" },
  TOO_LONG: { en: "Too long", vi: "Quá dài", ja: "長すぎます" },
  NOTE_TOO_LONG: { en: "With too long a note", vi: "Ghi chú quá dài", ja: "メモが長すぎます" },
  SYNONYM: {
    en: "A second term in the same language",
    vi: "Thuật ngữ thứ hai trong cùng ngôn ngữ",
    ja: "同じ言語の二つ目の用語です",
  },
  MERGED: {
    en: "Merged with a term that the glossary writes differently",
    vi: "Đã gộp với thuật ngữ được viết khác trong bảng thuật ngữ",
    ja: "表記の異なる登録済みの用語に統合しました",
  },
  COLUMNS: {
    en: "With another number of columns than the heading",
    vi: "Số cột khác với dòng tiêu đề",
    ja: "見出しと列の数が異なります",
  },
  FULL: {
    en: "The glossary or the memory is full",
    vi: "Bảng thuật ngữ hoặc bộ nhớ dịch đã đầy",
    ja: "用語集または翻訳メモリが上限に達しています",
  },
} as const satisfies Record<ImportSkipReason, TextsByLanguage>;

/** Returns the skipped units of an import as a CSV file in the reader's language. */
export const toSkippedCsv = (
  rows: Awaited<ReturnType<typeof listSkippedUnits>>,
  language: Language,
): string =>
  formatCsvTable(
    skippedColumns,
    rows.map(({ reason, ...row }) => ({
      ...row,
      reason: textsByReason[importSkipReasonSchema.parse(reason)][language],
    })),
    language,
  );
