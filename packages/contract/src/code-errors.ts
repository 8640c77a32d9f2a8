import type { ErrorTable } from "./kit/errors.ts";

export const codeErrors = {
  "CODE.EDITED": {
    status: 409,
    message: {
      en: "Somebody has changed this snippet in the meantime. Your text is not saved yet.",
      vi: "Đoạn mã này vừa được người khác sửa. Nội dung của bạn chưa được lưu.",
      ja: "このコードは別の人が先に変更しました。入力した内容はまだ保存されていません。",
    },
  },
  "CODE.TOO_MANY": {
    status: 422,
    message: {
      en: "You can keep at most 1,000 snippets. Delete one first.",
      vi: "Bạn có thể lưu tối đa 1.000 đoạn mã. Hãy xóa bớt trước.",
      ja: "保存できるコードは1,000件までです。先にどれかを削除してください。",
    },
  },
} as const satisfies ErrorTable;
