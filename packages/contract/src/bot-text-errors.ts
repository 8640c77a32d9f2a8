import type { ErrorTable } from "./kit/errors.ts";

export const botTextErrors = {
  "BOT_TEXT.NOTHING": {
    status: 409,
    message: {
      en: "Every text of the bot is there in this language. There is nothing to translate.",
      vi: "Bot đã có đủ nội dung bằng ngôn ngữ này. Không còn gì để dịch.",
      ja: "この言語のテキストはすべて揃っています。翻訳するものはありません。",
    },
  },
  "BOT_TEXT.LANGUAGE": {
    status: 422,
    message: {
      en: "The bot does not speak this language.",
      vi: "Bot không dùng ngôn ngữ này.",
      ja: "このボットはその言語に対応していません。",
    },
  },
  "BOT_TEXT.NOT_ASKED": {
    status: 409,
    message: {
      en: "The request was taken back. Your text is kept as a draft.",
      vi: "Yêu cầu dịch đã được rút lại. Nội dung của bạn được giữ ở dạng bản nháp.",
      ja: "翻訳の依頼は取り消されました。入力した訳文は下書きとして残っています。",
    },
  },
  "BOT_TEXT.CLAIMED": {
    status: 409,
    message: {
      en: "Somebody else is translating this text.",
      vi: "Người khác đang dịch nội dung này.",
      ja: "ほかの人がこのテキストを翻訳中です。",
    },
  },
  "BOT_TEXT.ORIGINAL": {
    status: 409,
    message: {
      en: "The original was changed while you were translating. Your text is kept as a draft.",
      vi: "Bản gốc đã được sửa trong lúc bạn dịch. Nội dung của bạn được giữ ở dạng bản nháp.",
      ja: "翻訳中に原文が変更されました。入力した訳文は下書きとして残っています。",
    },
  },
  "BOT_TEXT.CHANGED": {
    status: 409,
    message: {
      en: "Somebody else wrote this text in the meantime. Yours is kept as a draft.",
      vi: "Người khác vừa viết nội dung này. Bản của bạn được giữ ở dạng bản nháp.",
      ja: "その間に、ほかの人がこの訳文を書きました。あなたの訳文は下書きとして残っています。",
    },
  },
  "BOT_TEXT.SENT": {
    status: 409,
    message: {
      en: "This broadcast has begun or was cancelled, so its text cannot be changed any more. Yours is kept as a draft.",
      vi: "Tin gửi hàng loạt này đã bắt đầu gửi hoặc đã bị hủy nên không sửa nội dung được nữa. Bản của bạn được giữ ở dạng bản nháp.",
      ja: "この一斉配信はすでに開始されたか取り消されたため、テキストは変更できません。入力した訳文は下書きとして残っています。",
    },
  },
  "BOT_TEXT.PLACEHOLDERS": {
    status: 422,
    message: {
      en: "Keep the variables of the original as they are.",
      vi: "Hãy giữ nguyên các biến có trong bản gốc.",
      ja: "原文の変数はそのまま残してください。",
    },
  },
  "BOT_TEXT.TOO_LONG": {
    status: 422,
    message: {
      en: "The text is too long for one of the bot's platforms.",
      vi: "Nội dung quá dài đối với một nền tảng của bot.",
      ja: "ボットの利用先で表示できる長さを超えています。",
    },
  },
} as const satisfies ErrorTable;
