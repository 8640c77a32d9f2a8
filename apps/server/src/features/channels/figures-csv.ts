import type { ChannelFigures } from "@kakehashi/contract/channel-figures";
import { channelReasons } from "@kakehashi/contract/channel-reasons";
import type { Language, Texts } from "@kakehashi/contract/languages";
import { csvTable } from "../../kit/text/csv.ts";
import { figureColumns, periodRows, rowKinds, rowName } from "../livechat/service.ts";

const columns = {
  ...figureColumns,
  failed: { en: "Messages not sent", vi: "Tin nhắn không gửi được", ja: "送信できなかったメッセージ" },
  window_misses: {
    en: "Of these, time to answer was over",
    vi: "Trong đó: hết thời gian trả lời",
    ja: "うち、返信できる期間の終了",
  },
} as const satisfies Record<string, Texts>;

const pageKind: Texts = { en: "Page", vi: "Trang", ja: "ページ" };
const reasonKind: Texts = { en: "Reason", vi: "Lý do", ja: "理由" };

/**
 * Returns a CSV file in the reader's language. It has a row for the whole period, and rows for each page, person, day,
 * hour of the day and reason why messages were not sent.
 */
export function toCsv(figures: ChannelFigures, reader: Language): string {
  const { total, days, hours } = periodRows(figures, reader);
  const pages = figures.pages.map(({ page, bot: _, ...counted }) => ({
    ...counted,
    ...rowName(pageKind, page.name, reader),
  }));
  const agents = figures.agents.map(({ user, ...work }) => ({
    ...work,
    ...rowName(rowKinds.agent, user.name, reader),
  }));
  const reasons = figures.failures.map(({ code, people, bots }) => ({
    failed: people + bots,
    ...rowName(reasonKind, channelReasons[code][reader], reader),
  }));
  return csvTable(columns, [total, ...pages, ...agents, ...days, ...hours, ...reasons], reader);
}
