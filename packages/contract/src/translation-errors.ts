import type { ErrorTable } from "./kit/errors.ts";

export const translationErrors = {
  "TRANSLATION.LANGUAGES": {
    status: 403,
    message: {
      en: "Only people who know both languages can translate this. You choose your languages in your profile.",
      vi: "Chỉ người biết cả hai ngôn ngữ mới dịch được nội dung này. Bạn chọn ngôn ngữ của mình trong hồ sơ.",
      ja: "両方の言語がわかる人だけが翻訳できます。使える言語はプロフィールで選べます。",
    },
  },
  "TRANSLATION.NOBODY_TO_ASK": {
    status: 409,
    message: {
      en: "There is nobody to ask: the message is your own, or its author is not here any more.",
      vi: "Không có ai để hỏi: đây là tin nhắn của bạn, hoặc người viết không còn ở đây nữa.",
      ja: "質問できる相手がいません。ご自身のメッセージか、投稿者がすでにいないためです。",
    },
  },
  "TRANSLATION.SAME_LANGUAGE": {
    status: 422,
    message: {
      en: "The message is written in this language already.",
      vi: "Tin nhắn này vốn được viết bằng ngôn ngữ đó.",
      ja: "このメッセージは、もともとその言語で書かれています。",
    },
  },
  "TRANSLATION.BY_BOT": {
    status: 409,
    message: {
      en: "The bot said this. A bot’s texts are translated in the bot itself, once for all its visitors.",
      vi: "Đây là lời của bot. Nội dung của bot được dịch ngay trong bot, một lần cho mọi khách.",
      ja: "これはボットの発言です。ボットの文章は、ボットの側でまとめて翻訳します。",
    },
  },
  "TRANSLATION.WARNED": {
    status: 422,
    message: {
      en: "Please look at your translation once more.",
      vi: "Vui lòng xem lại bản dịch của bạn.",
      ja: "訳文をもう一度ご確認ください。",
    },
  },
  "TRANSLATION.STEP": {
    status: 409,
    message: {
      en: "The translation has changed in the meantime. Please look again.",
      vi: "Bản dịch đã thay đổi. Vui lòng xem lại.",
      ja: "訳文の状態が変わっています。もう一度ご確認ください。",
    },
  },
  "TRANSLATION.EDITED": {
    status: 409,
    message: {
      en: "The original was edited in the meantime. Please look again.",
      vi: "Bản gốc vừa được sửa. Vui lòng xem lại.",
      ja: "その間に原文が編集されました。もう一度ご確認ください。",
    },
  },
  "TRANSLATION.CHANGED": {
    status: 409,
    message: {
      en: "Another translation was saved before yours. Yours is kept in the history.",
      vi: "Một bản dịch khác đã được lưu trước. Bản của bạn được giữ trong lịch sử.",
      ja: "先に別の訳文が保存されました。あなたの訳文は履歴に残っています。",
    },
  },
  "TRANSLATION.ORIGINAL": {
    status: 409,
    message: {
      en: "The original was edited while you were translating. Your text is kept in the history.",
      vi: "Bản gốc đã được sửa trong lúc bạn dịch. Bản dịch của bạn được giữ trong lịch sử.",
      ja: "翻訳中に原文が編集されました。あなたの訳文は履歴に残っています。",
    },
  },
  "TRANSLATION.CLAIMED": {
    status: 409,
    message: {
      en: "Somebody else is translating this.",
      vi: "Người khác đang dịch nội dung này.",
      ja: "ほかの人が翻訳中です。",
    },
  },
} as const satisfies ErrorTable;
