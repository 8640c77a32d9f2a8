import type { ErrorTable } from "./kit/errors.ts";

export const conversationErrors = {
  /**
   * The error for a message to a person whose account was deleted. The conversation's old messages can still be read
   * and deleted.
   */
  "CONVERSATION.CLOSED": {
    status: 409,
    message: {
      en: "This account has been deleted. Nobody would see your message.",
      vi: "Tài khoản này đã bị xóa. Sẽ không ai thấy những gì bạn gửi.",
      ja: "このアカウントは削除されています。送信しても相手には届きません。",
    },
  },
  "CONVERSATION.OWNER": {
    status: 409,
    message: {
      en: "A group needs an owner. Choose another owner first.",
      vi: "Nhóm cần có chủ nhóm. Hãy chỉ định người khác trước.",
      ja: "グループにはオーナーが必要です。先に別のオーナーを決めてください。",
    },
  },
  "CONVERSATION.SELF": {
    status: 422,
    message: {
      en: "Choose someone other than yourself.",
      vi: "Hãy chọn người khác, không phải chính bạn.",
      ja: "自分以外の相手を選んでください。",
    },
  },
  "CONVERSATION.PEOPLE": {
    status: 422,
    message: {
      en: "One of these people cannot be found.",
      vi: "Không tìm thấy một trong những người này.",
      ja: "指定された相手の中に見つからない人がいます。",
    },
  },
} as const satisfies ErrorTable;
