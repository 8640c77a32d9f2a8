import type { ErrorTable } from "./kit/errors.ts";

export const botErrors = {
  "BOT.TOO_MANY": {
    status: 422,
    message: {
      en: "You can have at most 50 bots. Delete one first.",
      vi: "Bạn có thể có tối đa 50 bot. Hãy xóa bớt trước.",
      ja: "作成できるボットは50個までです。先にどれかを削除してください。",
    },
  },
  "BOT.TOO_MANY_STORIES": {
    status: 422,
    message: {
      en: "A bot has at most 50 stories. Delete one first.",
      vi: "Mỗi bot có tối đa 50 kịch bản. Hãy xóa bớt trước.",
      ja: "1つのボットに作成できるシナリオは50個までです。先にどれかを削除してください。",
    },
  },
  "BOT.TOO_MANY_PEOPLE": {
    status: 422,
    message: {
      en: "At most 50 people can work on one bot.",
      vi: "Mỗi bot có tối đa 50 người phụ trách.",
      ja: "1つのボットを担当できるのは50人までです。",
    },
  },
  "BOT.LAST_OWNER": {
    status: 409,
    message: {
      en: "A bot needs an owner. Make somebody else an owner first.",
      vi: "Bot phải có chủ sở hữu. Hãy giao quyền cho người khác trước.",
      ja: "ボットには所有者が必要です。先に別の人を所有者にしてください。",
    },
  },
  "BOT.EDITED": {
    status: 409,
    message: {
      en: "Somebody has changed this story in the meantime. Your change is not saved yet.",
      vi: "Kịch bản này vừa được người khác sửa. Thay đổi của bạn chưa được lưu.",
      ja: "このシナリオは別の人が先に変更しました。あなたの変更はまだ保存されていません。",
    },
  },
  "BOT.PROBLEMS": {
    status: 422,
    message: {
      en: "This story cannot be published yet. Please solve the marked problems.",
      vi: "Chưa thể xuất bản kịch bản này. Hãy xử lý những chỗ được đánh dấu.",
      ja: "このシナリオはまだ公開できません。印の付いた箇所を直してください。",
    },
  },
  "BOT.NOT_PUBLISHED": {
    status: 409,
    message: {
      en: "Publish this story before you switch it on.",
      vi: "Hãy xuất bản kịch bản trước khi bật.",
      ja: "オンにする前に、このシナリオを公開してください。",
    },
  },
  "BOT.ARCHIVED": {
    status: 409,
    message: {
      en: "This bot is archived. Restore it first.",
      vi: "Bot này đã được lưu trữ. Hãy khôi phục trước.",
      ja: "このボットはアーカイブされています。先に復元してください。",
    },
  },
} as const satisfies ErrorTable;
