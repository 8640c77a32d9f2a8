import { z } from "zod";
import type { TextsByLanguage } from "../languages.ts";

/** An error that clients can rely on: its HTTP status and its text for people. */
export interface ErrorDefinition {
  readonly status:
    | 400
    | 401
    | 403
    | 404
    | 405
    | 408
    | 409
    | 413
    | 414
    | 415
    | 417
    | 422
    | 429
    | 431
    | 500
    | 503
    | 507;
  readonly message: TextsByLanguage;
}
export type ErrorTable = Readonly<Record<string, ErrorDefinition>>;

/** The stored text and its revision, in the response to an edit that was based on an older text. */
const currentText = z.object({ content: z.string(), revision: z.number().int() }).meta({ id: "CurrentText" });
export type CurrentText = z.infer<typeof currentText>;

/**
 * The body of every error response. `fields` maps each rejected field to its message. If an edit was refused because it
 * was based on an older state, the body contains the current state: `current` for a text, `entry` for an object with
 * several fields.
 */
export const errorBody = z
  .object({
    error: z.object({
      code: z.string(),
      message: z.string(),
      fields: z.record(z.string(), z.string()).optional(),
      current: currentText.optional(),
      entry: z.record(z.string(), z.unknown()).optional(),
    }),
  })
  .meta({ id: "Error" });
export type ErrorBody = z.infer<typeof errorBody>;

/** The errors that any endpoint may return. */
export const commonErrors = {
  "ERR.TOK0101": {
    status: 401,
    message: {
      en: "Please sign in.",
      vi: "Vui lòng đăng nhập.",
      ja: "サインインしてください。",
    },
  },
  "ERR.TOK0102": {
    status: 401,
    message: {
      en: "Your session needs to be renewed.",
      vi: "Phiên đăng nhập cần được gia hạn.",
      ja: "セッションの更新が必要です。",
    },
  },
  "ERR.INPUT": {
    status: 422,
    message: {
      en: "Please check the marked fields.",
      vi: "Một vài thông tin cần được kiểm tra lại.",
      ja: "入力内容をご確認ください。",
    },
  },
  "ERR.MALFORMED": {
    status: 400,
    message: {
      en: "The request could not be read.",
      vi: "Không đọc được yêu cầu.",
      ja: "リクエストを読み取れませんでした。",
    },
  },
  "ERR.BODY": {
    status: 422,
    message: {
      en: "The request has to carry a JSON object.",
      vi: "Yêu cầu phải có nội dung là một đối tượng JSON.",
      ja: "リクエストの本文はJSONオブジェクトにしてください。",
    },
  },
  "ERR.FORBIDDEN": {
    status: 403,
    message: {
      en: "You are not allowed to do this.",
      vi: "Bạn không có quyền thực hiện thao tác này.",
      ja: "この操作を行う権限がありません。",
    },
  },
  "ERR.ORIGIN": {
    status: 403,
    message: {
      en: "Requests from another site are refused.",
      vi: "Yêu cầu từ trang khác bị từ chối.",
      ja: "他のサイトからのリクエストは受け付けません。",
    },
  },
  "ERR.BLOCKED": {
    status: 403,
    message: {
      en: "Your account is blocked: you can read, but not write.",
      vi: "Tài khoản của bạn đang bị khóa: bạn có thể đọc nhưng không thể viết.",
      ja: "アカウントが停止されているため、閲覧のみ可能です。",
    },
  },
  "ERR.NOT_FOUND": {
    status: 404,
    message: {
      en: "Not found.",
      vi: "Không tìm thấy.",
      ja: "見つかりませんでした。",
    },
  },
  "ERR.METHOD": {
    status: 405,
    message: {
      en: "This address does not accept that method.",
      vi: "Địa chỉ này không hỗ trợ phương thức đó.",
      ja: "このアドレスではそのメソッドを使えません。",
    },
  },
  "ERR.TIMEOUT": {
    status: 408,
    message: {
      en: "The request took too long to arrive. Please try again.",
      vi: "Yêu cầu gửi đến quá chậm. Vui lòng thử lại.",
      ja: "リクエストの送信に時間がかかりすぎました。もう一度お試しください。",
    },
  },
  "ERR.EXPECTATION": {
    status: 417,
    message: {
      en: "The server cannot do what the Expect header asks for.",
      vi: "Máy chủ không đáp ứng được yêu cầu trong phần đầu Expect.",
      ja: "Expectヘッダーの要求には対応していません。",
    },
  },
  "ERR.TOO_LARGE": {
    status: 413,
    message: {
      en: "That is too large to send.",
      vi: "Dung lượng gửi quá lớn.",
      ja: "送信サイズが大きすぎます。",
    },
  },
  "ERR.ADDRESS_TOO_LONG": {
    status: 414,
    message: {
      en: "The address of this request is too long.",
      vi: "Địa chỉ của yêu cầu này quá dài.",
      ja: "リクエストのURLが長すぎます。",
    },
  },
  "ERR.HEADERS_TOO_LARGE": {
    status: 431,
    message: {
      en: "The address or the headers of this request are too long.",
      vi: "Địa chỉ hoặc phần đầu của yêu cầu này quá dài.",
      ja: "リクエストのURLまたはヘッダーが長すぎます。",
    },
  },
  "ERR.MEDIA_TYPE": {
    status: 415,
    message: {
      en: "Send this as application/json.",
      vi: "Hãy gửi dưới dạng application/json.",
      ja: "application/json 形式で送信してください。",
    },
  },
  "ERR.TOO_MANY": {
    status: 429,
    message: {
      en: "Too many requests. Please try again in {wait}.",
      vi: "Bạn thao tác quá nhanh. Vui lòng thử lại sau {wait}.",
      ja: "短時間に操作が集中しています。{wait}後にもう一度お試しください。",
    },
  },
  "ERR.INTERNAL": {
    status: 500,
    message: {
      en: "Something went wrong on our side.",
      vi: "Đã xảy ra lỗi ở phía chúng tôi.",
      ja: "サーバー側で問題が発生しました。",
    },
  },
  "ERR.NO_SPACE": {
    status: 507,
    message: {
      en: "There is no room left to store this, so it was not saved. Please tell the administrator of this server.",
      vi: "Máy chủ đã hết dung lượng lưu trữ nên nội dung chưa được lưu. Vui lòng báo cho người quản trị máy chủ.",
      ja: "保存する空き容量がないため、保存されませんでした。サーバーの管理者にお知らせください。",
    },
  },
  "ERR.UNAVAILABLE": {
    status: 503,
    message: {
      en: "The service is not available right now. Please try again in a moment.",
      vi: "Dịch vụ tạm thời không khả dụng. Vui lòng thử lại sau giây lát.",
      ja: "現在サービスをご利用いただけません。しばらくしてからもう一度お試しください。",
    },
  },
} as const satisfies ErrorTable;
