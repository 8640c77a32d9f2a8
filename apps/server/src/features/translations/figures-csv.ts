import type { Language, TextsByLanguage } from "@kakehashi/contract/languages";
import { chooseReadableName, formatVisitorName } from "@kakehashi/contract/shown-visitor-name";
import type { TranslationFigures } from "@kakehashi/contract/translation-figures";
import { formatCsvTable } from "../../kit/text/csv.ts";

const figureCsvColumns = {
  kind: { en: "Kind", vi: "Loại", ja: "種類" },
  name: { en: "Name", vi: "Tên", ja: "名前" },
  waiting: { en: "Waiting now", vi: "Đang chờ", ja: "未翻訳" },
  median_wait_seconds: {
    en: "Median wait (seconds)",
    vi: "Thời gian chờ, trung vị (giây)",
    ja: "待ち時間の中央値（秒）",
  },
  translated: { en: "Translated", vi: "Đã dịch", ja: "翻訳" },
  retranslated: { en: "Re-translated", vi: "Đã dịch lại", ja: "再翻訳" },
  memory_hits: { en: "From memory", vi: "Từ bộ nhớ dịch", ja: "翻訳メモリから" },
  characters: { en: "Characters", vi: "Số ký tự", ja: "文字数" },
  approved: { en: "Approved", vi: "Đã duyệt", ja: "承認" },
  bot_waiting: { en: "Bot texts in work", vi: "Nội dung bot đang dịch", ja: "作業中のボットテキスト" },
  bot_texts: { en: "Bot texts translated", vi: "Nội dung bot đã dịch", ja: "翻訳したボットテキスト" },
  bot_characters: {
    en: "Characters in bot texts",
    vi: "Số ký tự trong nội dung bot",
    ja: "ボットテキストの文字数",
  },
  messages: {
    en: "Messages for readers of another language",
    vi: "Tin nhắn có người đọc dùng ngôn ngữ khác",
    ja: "別の言語の読み手がいるメッセージ",
  },
  readable: { en: "Readable by all", vi: "Mọi người đọc được", ja: "全員が読めるもの" },
  median_readable_seconds: {
    en: "Until readable, median (seconds)",
    vi: "Đến khi đọc được, trung vị (giây)",
    ja: "読めるまでの時間の中央値（秒）",
  },
  p95_readable_seconds: {
    en: "Until 95% are readable (seconds)",
    vi: "Đến khi 95% đọc được (giây)",
    ja: "95%が読めるまでの時間（秒）",
  },
} as const satisfies Record<string, TextsByLanguage>;

const kindLabels = {
  project: { en: "Project", vi: "Dự án", ja: "プロジェクト" },
  conversation: { en: "Conversation", vi: "Cuộc trò chuyện", ja: "会話" },
  translator: { en: "Translator", vi: "Người dịch", ja: "翻訳者" },
  bot: { en: "Bot", vi: "Bot", ja: "ボット" },
} as const satisfies Record<string, TextsByLanguage>;

/** Returns a CSV file in the reader's language. It has one row for each project, room, translator and bot. */
export const formatFiguresCsv = (
  { projects, rooms, translators, bots }: TranslationFigures,
  readerLanguage: Language,
): string =>
  formatCsvTable(
    figureCsvColumns,
    [
      ...projects.map(({ project, ...figures }) => ({
        ...figures,
        kind: kindLabels.project[readerLanguage],
        name: project.name,
      })),
      ...rooms.map(({ conversation, ...figures }) => ({
        ...figures,
        kind: kindLabels.conversation[readerLanguage],
        name: formatVisitorName(conversation.name ?? conversation.partner?.name ?? "", readerLanguage),
      })),
      ...translators.map(({ user, ...figures }) => ({
        ...figures,
        kind: kindLabels.translator[readerLanguage],
        name: chooseReadableName(user, readerLanguage),
      })),
      ...bots.map(({ bot, ...figures }) => ({
        ...figures,
        kind: kindLabels.bot[readerLanguage],
        name: bot.name,
      })),
    ],
    readerLanguage,
  );
