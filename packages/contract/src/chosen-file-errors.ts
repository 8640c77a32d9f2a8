import type { ErrorTable } from "./kit/errors.ts";

/**
 * The errors that a browser finds in a chosen file before the upload. They are in a separate module, so that the chat
 * does not load the texts of all errors.
 */
export const chosenFileErrors = {
  "FILE.TOO_LARGE": {
    status: 413,
    message: {
      en: "A file can be at most 100 MB.",
      vi: "Mỗi tệp có dung lượng tối đa 100 MB.",
      ja: "ファイルは1件につき100 MBまでです。",
    },
  },
  "FILE.TOO_MANY": {
    status: 422,
    message: {
      en: "A message can have at most 10 files.",
      vi: "Mỗi tin nhắn có thể đính kèm tối đa 10 tệp.",
      ja: "1件のメッセージに添付できるファイルは10件までです。",
    },
  },
  "FILE.EMPTY": {
    status: 422,
    message: {
      en: "This file is empty.",
      vi: "Tệp này trống.",
      ja: "このファイルは空です。",
    },
  },
} as const satisfies ErrorTable;
