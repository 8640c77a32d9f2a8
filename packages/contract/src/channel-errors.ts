import type { ErrorTable } from "./kit/errors.ts";

/** The API errors for connecting pages of outside platforms, and for sending messages to people there. */
export const channelErrors = {
  "CHANNEL.NOT_CONFIGURED": {
    status: 409,
    message: {
      en: "This installation is not registered with the platform yet. An administrator can set that up.",
      vi: "Hệ thống chưa được đăng ký với nền tảng này. Hãy nhờ quản trị viên thiết lập.",
      ja: "このプラットフォームにはまだ登録されていません。管理者に設定を依頼してください。",
    },
  },
  "CHANNEL.CONNECT_ENDED": {
    status: 409,
    message: {
      en: "This connection has ended or was begun by somebody else. Please begin again.",
      vi: "Lần kết nối này đã hết hạn hoặc do người khác bắt đầu. Hãy kết nối lại từ đầu.",
      ja: "この接続は期限が切れたか、別の人が始めたものです。もう一度最初から接続してください。",
    },
  },
  "CHANNEL.REFUSED": {
    status: 409,
    message: {
      en: "The platform has not allowed the connection. Please begin again and allow everything that it asks for.",
      vi: "Nền tảng không cho phép kết nối. Hãy thử lại và chấp nhận mọi quyền được yêu cầu.",
      ja: "プラットフォームが接続を許可しませんでした。もう一度始めて、求められた権限をすべて許可してください。",
    },
  },
  "CHANNEL.UNREACHABLE": {
    status: 503,
    message: {
      en: "The platform does not answer at the moment. Please try again in a minute.",
      vi: "Nền tảng hiện không phản hồi. Hãy thử lại sau ít phút.",
      ja: "現在プラットフォームから応答がありません。しばらくしてからもう一度お試しください。",
    },
  },
  "CHANNEL.PAGE_TAKEN": {
    status: 409,
    message: {
      en: "This page is joined to another bot. Disconnect it there first.",
      vi: "Trang này đang gắn với bot khác. Hãy ngắt kết nối ở bot đó trước.",
      ja: "このページは別のボットに接続されています。先にそちらで接続を解除してください。",
    },
  },
  "CHANNEL.DISCONNECTED": {
    status: 409,
    message: {
      en: "This page is not connected. Connect it first.",
      vi: "Trang này chưa được kết nối. Hãy kết nối trước.",
      ja: "このページは接続されていません。先に接続してください。",
    },
  },
  "CHANNEL.UNFILLED": {
    status: 422,
    message: {
      en: "A placeholder in double braces is not filled in. Write what it stands for, then send.",
      vi: "Nội dung trong ngoặc {{ }} chưa được điền. Hãy điền rồi gửi lại.",
      ja: "二重かっこ{{ }}の部分が未入力です。内容を書き換えてから送信してください。",
    },
  },
  "CHANNEL.LINK_FULL": {
    status: 409,
    message: {
      en: "One person can have at most 10 accounts and 50 tags. These two have more together.",
      vi: "Một người có tối đa 10 tài khoản và 50 nhãn. Gộp lại thì hai người này vượt quá giới hạn đó.",
      ja: "1人にまとめられるのは、アカウント10件、タグ50個までです。この2人を合わせると上限を超えます。",
    },
  },
  "CHANNEL.NOT_FAILED": {
    status: 409,
    message: {
      en: "This message has not failed, so it cannot be sent again.",
      vi: "Tin nhắn này không bị lỗi nên không thể gửi lại.",
      ja: "このメッセージは送信に失敗していないため、再送できません。",
    },
  },
  "CHANNEL.NOT_WAITING": {
    status: 409,
    message: {
      en: "This message does not wait for its translation any more.",
      vi: "Tin nhắn này không còn chờ bản dịch nữa.",
      ja: "このメッセージはもう翻訳を待っていません。",
    },
  },
} as const satisfies ErrorTable;
