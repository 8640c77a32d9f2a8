import type { ChannelProblemCode } from "./channel-states.ts";
import type { TextsByLanguage } from "./languages.ts";

/**
 * The texts of the reasons why messages were not sent, in a few words for tables. This module has no schemas, so that
 * pages can load it without the validator.
 */
export const channelProblemTexts: Readonly<Record<ChannelProblemCode, TextsByLanguage>> = {
  TOKEN: { en: "Connection not valid", vi: "Kết nối hết hiệu lực", ja: "接続が無効" },
  WINDOW: { en: "Time to answer was over", vi: "Hết thời gian trả lời", ja: "返信できる期間の終了" },
  NOT_FOLLOWING: {
    en: "Person has left the page",
    vi: "Khách đã bỏ theo dõi trang",
    ja: "お客様がページから離脱",
  },
  QUOTA: { en: "Messages used up", vi: "Hết số tin nhắn", ja: "送信可能数の超過" },
  RATE: { en: "Too many at once", vi: "Gửi quá nhiều cùng lúc", ja: "一度に送信しすぎ" },
  TOO_LONG: {
    en: "Text or file too large",
    vi: "Văn bản hoặc tệp quá lớn",
    ja: "文章またはファイルが上限超過",
  },
  REFUSED: { en: "Refused by the platform", vi: "Nền tảng từ chối", ja: "プラットフォームが拒否" },
  UNREACHABLE: {
    en: "Platform did not answer",
    vi: "Nền tảng không phản hồi",
    ja: "プラットフォームの応答なし",
  },
  LOST: { en: "Unknown whether it arrived", vi: "Không rõ đã đến hay chưa", ja: "到達したか不明" },
};
