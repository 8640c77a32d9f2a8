import {
  type BroadcastSkipReason,
  broadcastSkipReasons,
  broadcastUnsentReasonTexts,
} from "@kakehashi/contract/bot-broadcast-reasons";
import type { BroadcastResultCounts } from "@kakehashi/contract/bot-broadcasts";
import type { Language, TextsByLanguage } from "@kakehashi/contract/languages";
import { formatCsvTable } from "../../kit/text/csv.ts";

/** The headers of the columns that count the visitors who did not get the broadcast. Each reason has its own column. */
const reasonColumns = Object.fromEntries(
  broadcastSkipReasons.map((reason): [BroadcastSkipReason, TextsByLanguage] => {
    const { en, vi, ja } = broadcastUnsentReasonTexts[reason];
    return [reason, { en: `Not reached: ${en}`, vi: `Không nhận được: ${vi}`, ja: `届かなかった人：${ja}` }];
  }),
) as Record<BroadcastSkipReason, TextsByLanguage>;

const resultColumns = {
  platform: { en: "Platform", vi: "Nền tảng", ja: "プラットフォーム" },
  language: { en: "Language", vi: "Ngôn ngữ", ja: "言語" },
  planned: { en: "Visitors", vi: "Số khách", ja: "送信対象" },
  sent: { en: "Sent", vi: "Đã gửi", ja: "送信済み" },
  delivered: { en: "Delivered", vi: "Đã nhận", ja: "到達" },
  read: { en: "Read", vi: "Đã xem", ja: "既読" },
  clicked: { en: "Clicked", vi: "Đã bấm", ja: "クリック" },
  answered: { en: "Wrote afterwards", vi: "Nhắn lại sau đó", ja: "その後に返信" },
  ...reasonColumns,
  left: { en: "Still unsent", vi: "Chưa gửi", ja: "未送信" },
} satisfies Record<string, TextsByLanguage>;

/** The names of platforms, as the web page about a broadcast shows them. */
const platformNames: Readonly<Record<BroadcastResultCounts["platform"], TextsByLanguage>> = {
  WEB: { en: "Website", vi: "Website", ja: "ウェブサイト" },
  MESSENGER: { en: "Messenger", vi: "Messenger", ja: "Messenger" },
  ZALO: { en: "Zalo", vi: "Zalo", ja: "Zalo" },
};
const languageNames: Readonly<Record<Language, string>> = { en: "English", vi: "Tiếng Việt", ja: "日本語" };

/** Returns a CSV file in the reader's language. It has one row for each platform and language of visitors. */
export const toBroadcastResultsCsv = (results: readonly BroadcastResultCounts[], reader: Language): string =>
  formatCsvTable(
    resultColumns,
    results.map(({ skipped, ...resultFigures }) => {
      const unsentCount =
        resultFigures.planned -
        resultFigures.sent -
        Object.values(skipped).reduce((sum, skippedCount) => sum + skippedCount, 0);
      return {
        ...resultFigures,
        ...skipped,
        platform: platformNames[resultFigures.platform][reader],
        language: languageNames[resultFigures.language],
        left: unsentCount,
      };
    }),
    reader,
  );
