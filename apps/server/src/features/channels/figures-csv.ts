import type { ChannelFigures } from "@kakehashi/contract/channel-figures";
import { channelProblemTexts } from "@kakehashi/contract/channel-reasons";
import type { OutsidePlatform } from "@kakehashi/contract/channel-states";
import type { Language, TextsByLanguage } from "@kakehashi/contract/languages";
import { chooseReadableName } from "@kakehashi/contract/shown-visitor-name";
import { formatCsvTable } from "../../kit/text/csv.ts";
import {
  csvRowKindTexts,
  periodRows,
  rowNameCells,
  sharedFigureCsvColumns,
  withRoundedFigures,
} from "../livechat/service.ts";

/** The platforms' names are product names and are not translated. */
const platformNames: Readonly<Record<OutsidePlatform, string>> = { MESSENGER: "Messenger", ZALO: "Zalo" };

/**
 * The beginning of the CSV file's name in each language. It uses the same word for talks on platforms as the web pages.
 */
export const figuresFileNamePrefix = {
  en: "outside chats",
  vi: "kênh ngoài",
  ja: "外部チャット",
} as const satisfies TextsByLanguage;

const { kind, name, ...countColumns } = sharedFigureCsvColumns;
const figureCsvColumns = {
  kind,
  name,
  /**
   * The column with the platform's name. It is needed because two pages on different platforms may have the same name.
   */
  platform: { en: "Platform", vi: "Nền tảng", ja: "プラットフォーム" },
  ...countColumns,
  failed: { en: "Messages not sent", vi: "Tin nhắn không gửi được", ja: "送信できなかったメッセージ" },
  window_misses: {
    en: "Of these, time to answer was over",
    vi: "Trong đó quá hạn trả lời",
    ja: "うち、返信できる期間が過ぎたもの",
  },
} as const satisfies Record<string, TextsByLanguage>;

const pageKindText: TextsByLanguage = { en: "Page", vi: "Trang", ja: "ページ" };
const reasonKindText: TextsByLanguage = { en: "Reason", vi: "Lý do", ja: "理由" };

/**
 * Returns a CSV file in the reader's language. It has one row for the whole period, and further rows by page, by
 * person, by day, by hour of the day, and by reason why messages were not sent.
 */
export function toFiguresCsv(channelFigures: ChannelFigures, reader: Language): string {
  const { total, days, hours } = periodRows(channelFigures, reader);
  const pages = channelFigures.pages.map(({ page, bot: _, ...pageFigures }) => ({
    ...pageFigures,
    platform: platformNames[page.platform],
    ...rowNameCells(pageKindText, page.name, reader),
  }));
  const agents = channelFigures.agents.map(({ user, ...agentFigures }) => ({
    ...agentFigures,
    ...rowNameCells(csvRowKindTexts.agent, chooseReadableName(user, reader), reader),
  }));
  const reasons = channelFigures.failures.map(({ code, people, bots }) => ({
    failed: people + bots,
    ...rowNameCells(reasonKindText, channelProblemTexts[code][reader], reader),
  }));
  return formatCsvTable(
    figureCsvColumns,
    [total, ...pages, ...agents, ...days, ...hours, ...reasons].map(withRoundedFigures),
    reader,
  );
}
