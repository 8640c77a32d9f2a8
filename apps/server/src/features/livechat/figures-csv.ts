import type { LivechatFigures } from "@kakehashi/contract/bot-livechat-figures";
import type { Language, Texts } from "@kakehashi/contract/languages";
import { csvTable } from "../../kit/text/csv.ts";

const columns = {
  kind: { en: "Kind", vi: "Loại", ja: "種類" },
  name: { en: "Name", vi: "Tên", ja: "名前" },
  talks: { en: "Chats begun", vi: "Cuộc trò chuyện bắt đầu", ja: "開始したチャット" },
  answered: { en: "Answered", vi: "Đã trả lời", ja: "応答済み" },
  closed: { en: "Closed", vi: "Đã đóng", ja: "終了済み" },
  median_first_answer_seconds: {
    en: "First answer, median (seconds)",
    vi: "Trả lời đầu tiên, trung vị (giây)",
    ja: "最初の応答までの時間の中央値（秒）",
  },
  p95_first_answer_seconds: {
    en: "First answer, 95% within (seconds)",
    vi: "Trả lời đầu tiên, 95% trong vòng (giây)",
    ja: "95%に最初の応答をするまでの時間（秒）",
  },
  median_resolution_seconds: {
    en: "Until closed, median (seconds)",
    vi: "Đến khi đóng, trung vị (giây)",
    ja: "終了までの時間の中央値（秒）",
  },
  p95_resolution_seconds: {
    en: "Until closed, 95% within (seconds)",
    vi: "Đến khi đóng, 95% trong vòng (giây)",
    ja: "95%が終了するまでの時間（秒）",
  },
  rated: { en: "Rated", vi: "Được đánh giá", ja: "評価数" },
  average_rating: {
    en: "Average rating (1 to 5)",
    vi: "Điểm đánh giá trung bình (1 đến 5)",
    ja: "平均評価（1〜5）",
  },
} as const satisfies Record<string, Texts>;

const kinds = {
  total: { en: "All", vi: "Tất cả", ja: "全体" },
  agent: { en: "Person", vi: "Người trả lời", ja: "担当者" },
  day: { en: "Day", vi: "Ngày", ja: "日" },
  hour: { en: "Hour of the day", vi: "Giờ trong ngày", ja: "時間帯" },
} as const satisfies Record<string, Texts>;

/**
 * Returns a CSV file (RFC 4180) in the reader's language. It has a row for the whole period, and rows for each person,
 * day and hour of the day. A byte order mark tells spreadsheets that it is UTF-8.
 */
export function toCsv({ from, to, total, agents, days, hours }: LivechatFigures, reader: Language): string {
  type Row = Partial<Record<keyof typeof columns, string | number | null>>;
  const rows: Row[] = [
    { ...total, kind: kinds.total[reader], name: `${from} – ${to}` },
    ...agents.map(({ user, ...figures }) => ({ ...figures, kind: kinds.agent[reader], name: user.name })),
    ...days.map(({ day, ...figures }) => ({ ...figures, kind: kinds.day[reader], name: day })),
    ...hours.map(({ hour, talks }) => ({
      talks,
      kind: kinds.hour[reader],
      name: `${String(hour).padStart(2, "0")}:00`,
    })),
  ];
  return csvTable(columns, rows, reader);
}
