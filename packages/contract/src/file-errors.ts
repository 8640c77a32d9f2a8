import { chosenFileErrors } from "./chosen-file-errors.ts";
import type { ErrorTable } from "./kit/errors.ts";

export const fileErrors = {
  ...chosenFileErrors,
  "FILE.TOO_MANY_UPLOADS": {
    status: 429,
    message: {
      en: "Too many of your files are still on their way. Wait until some have arrived, then try again.",
      vi: "Bạn đang tải lên quá nhiều tệp cùng lúc. Hãy đợi một số tệp tải xong rồi thử lại.",
      ja: "アップロード中のファイルが多すぎます。いくつか完了してから、もう一度お試しください。",
    },
  },
  "FILE.GONE": {
    status: 422,
    message: {
      en: "One of the files is no longer there. Please attach it again.",
      vi: "Một trong các tệp không còn nữa. Vui lòng đính kèm lại.",
      ja: "添付ファイルの一部が見つかりません。もう一度添付してください。",
    },
  },
  "FILE.QUOTA": {
    status: 413,
    message: {
      en: "Your storage is full. Delete files, code snippets or bot stories you no longer need, then try again.",
      vi: "Bạn đã dùng hết dung lượng lưu trữ. Hãy xóa các tệp, đoạn mã hoặc kịch bản bot không cần nữa rồi thử lại.",
      ja: "ストレージの空き容量が足りません。不要なファイル、コード、ボットのシナリオを削除してから、もう一度お試しください。",
    },
  },
  "FILE.QUOTA_TOTAL": {
    status: 413,
    message: {
      en: "The storage that everyone here shares is full. Please tell an administrator.",
      vi: "Dung lượng lưu trữ dùng chung của hệ thống đã hết. Vui lòng báo cho quản trị viên.",
      ja: "全員で共有しているストレージに空きがありません。管理者にお知らせください。",
    },
  },
  "FILE.NO_SPACE": {
    status: 507,
    message: {
      en: "There is no room left to store files. Nothing was sent.",
      vi: "Không còn dung lượng để lưu tệp. Chưa có gì được gửi đi.",
      ja: "ファイルを保存する空き容量がありません。送信は行われていません。",
    },
  },
} as const satisfies ErrorTable;
