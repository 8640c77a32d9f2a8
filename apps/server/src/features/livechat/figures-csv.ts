import type { LivechatFigures } from "@kakehashi/contract/bot-livechat-figures";
import type { Language, TextsByLanguage } from "@kakehashi/contract/languages";
import { chooseReadableName } from "@kakehashi/contract/shown-visitor-name";
import { formatCsvTable } from "../../kit/text/csv.ts";

/** The beginning of the CSV file's name. */
export const livechatCsvFileNamePrefix = {
  en: "chats",
  vi: "trò chuyện",
  ja: "チャット",
} as const satisfies TextsByLanguage;

/** The columns that each CSV file about talks contains. */
export const sharedFigureCsvColumns = {
  kind: { en: "Kind", vi: "Loại", ja: "種類" },
  name: { en: "Name", vi: "Tên", ja: "名前" },
  talks: { en: "Chats begun", vi: "Cuộc trò chuyện bắt đầu", ja: "開始したチャット" },
  answered: { en: "Answered", vi: "Đã trả lời", ja: "返信済み" },
  closed: { en: "Closed", vi: "Đã đóng", ja: "終了済み" },
  median_first_answer_seconds: {
    en: "First answer, median (seconds)",
    vi: "Chờ trả lời đầu tiên, trung vị (giây)",
    ja: "最初の返信までの中央値（秒）",
  },
  p95_first_answer_seconds: {
    en: "First answer, 95% within (seconds)",
    vi: "95% được trả lời lần đầu trong (giây)",
    ja: "最初の返信まで、95%がこの時間内（秒）",
  },
  median_resolution_seconds: {
    en: "Until closed, median (seconds)",
    vi: "Đến khi đóng, trung vị (giây)",
    ja: "終了までの中央値（秒）",
  },
  p95_resolution_seconds: {
    en: "Until closed, 95% within (seconds)",
    vi: "95% được đóng trong (giây)",
    ja: "終了まで、95%がこの時間内（秒）",
  },
} as const satisfies Record<string, TextsByLanguage>;

const figureCsvColumns = {
  ...sharedFigureCsvColumns,
  rated: { en: "Rated", vi: "Được đánh giá", ja: "評価数" },
  average_rating: {
    en: "Average rating (1 to 5)",
    vi: "Điểm đánh giá trung bình (1 đến 5)",
    ja: "平均評価（1〜5）",
  },
} as const satisfies Record<string, TextsByLanguage>;

/** Rounds the numbers in a row: times to whole seconds, other numbers to one decimal. */
export const withRoundedFigures = <Row extends object>(row: Row): Row => {
  const roundFigure = ([name, value]: [string, unknown]) => {
    if (typeof value !== "number") return [name, value] as const;
    return [name, name.endsWith("_seconds") ? Math.round(value) : Math.round(value * 10) / 10] as const;
  };
  return Object.fromEntries(Object.entries(row).map(roundFigure)) as Row;
};

/** The kinds of rows in a CSV file about talks: for the whole period, a day, an hour of the day, or a person. */
export const csvRowKindTexts = {
  total: { en: "All", vi: "Tất cả", ja: "全体" },
  agent: { en: "Person", vi: "Người trả lời", ja: "担当者" },
  day: { en: "Day", vi: "Ngày", ja: "日" },
  hour: { en: "Hour of the day", vi: "Giờ trong ngày", ja: "時間帯" },
} as const satisfies Record<string, TextsByLanguage>;

/** Returns the first two cells of a CSV row: its kind, and its day, hour or person. */
export const createRowNameCells = (rowKind: TextsByLanguage, name: string, language: Language) => ({
  kind: rowKind[language],
  name,
});

/** Returns the CSV rows for the whole period, for each day, and for each hour of the day. */
export const createPeriodRows = <Total>(
  {
    from,
    to,
    total,
    days,
    hours,
  }: Pick<LivechatFigures, "from" | "to" | "days" | "hours"> & { total: Total },
  language: Language,
) => ({
  total: { ...total, ...createRowNameCells(csvRowKindTexts.total, `${from} – ${to}`, language) },
  days: days.map(({ day, ...figures }) => ({
    ...figures,
    ...createRowNameCells(csvRowKindTexts.day, day, language),
  })),
  hours: hours.map(({ hour, talks }) => ({
    talks,
    ...createRowNameCells(csvRowKindTexts.hour, `${String(hour).padStart(2, "0")}:00`, language),
  })),
});

/**
 * Returns a CSV file (RFC 4180) in the reader's language. It has a row for the whole period, and rows for each person,
 * day and hour of the day. It begins with a byte order mark, from which spreadsheet programs recognize UTF-8.
 */
export function toLivechatCsv(figures: LivechatFigures, language: Language): string {
  const { total, days, hours } = createPeriodRows(figures, language);
  const agents = figures.agents.map(({ user, ...agentFigures }) => ({
    ...agentFigures,
    ...createRowNameCells(csvRowKindTexts.agent, chooseReadableName(user, language), language),
  }));
  return formatCsvTable(
    figureCsvColumns,
    [total, ...agents, ...days, ...hours].map(withRoundedFigures),
    language,
  );
}
