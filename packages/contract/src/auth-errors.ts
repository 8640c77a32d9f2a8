import type { ErrorTable } from "./kit/errors.ts";

export const authErrors = {
  "AUTH.CREDENTIALS": {
    status: 401,
    message: {
      en: "The e-mail address or the password is wrong.",
      vi: "E-mail hoặc mật khẩu không đúng.",
      ja: "メールアドレスまたはパスワードが正しくありません。",
    },
  },
  "AUTH.UNCONFIRMED": {
    status: 403,
    message: {
      en: "Please confirm your e-mail address first: we have sent you the link again.",
      vi: "Vui lòng xác nhận e-mail trước: chúng tôi đã gửi lại liên kết cho bạn.",
      ja: "先にメールアドレスの確認をお願いします。確認用リンクを再送しました。",
    },
  },
  "AUTH.SLOWED": {
    status: 429,
    message: {
      en: "Too many attempts. Please try again in {wait}.",
      vi: "Quá nhiều lần thử. Vui lòng thử lại sau {wait}.",
      ja: "試行回数が多すぎます。{wait}後にもう一度お試しください。",
    },
  },
  "AUTH.PASSWORD": {
    status: 422,
    message: {
      en: "That is not your current password.",
      vi: "Mật khẩu hiện tại không đúng.",
      ja: "現在のパスワードが正しくありません。",
    },
  },
  "AUTH.LINK": {
    status: 422,
    message: {
      en: "This link has expired or was already used.",
      vi: "Liên kết này đã hết hạn hoặc đã được sử dụng.",
      ja: "このリンクは期限切れか、すでに使用されています。",
    },
  },
  "AUTH.LINK_EXPIRED": {
    status: 422,
    message: {
      en: "This link has expired. Have a new one sent to you.",
      vi: "Liên kết này đã hết hạn. Hãy yêu cầu gửi liên kết mới.",
      ja: "このリンクは期限切れです。新しいリンクを送信してください。",
    },
  },
  "AUTH.CONFIRMED": {
    status: 409,
    message: {
      en: "Your account is confirmed already. Please sign in.",
      vi: "Tài khoản của bạn đã được xác nhận. Vui lòng đăng nhập.",
      ja: "アカウントはすでに有効です。サインインしてください。",
    },
  },
  "AUTH.SIGN_UP_PASSWORD": {
    status: 422,
    message: {
      en: "That is not the password chosen at sign-up. You can choose a new one instead.",
      vi: "Đó không phải mật khẩu đã chọn khi đăng ký. Bạn có thể chọn mật khẩu mới.",
      ja: "登録時に設定したパスワードと異なります。新しいパスワードを設定することもできます。",
    },
  },
  "AUTH.REFRESH": {
    status: 401,
    message: {
      en: "Your session has ended. Please sign in again.",
      vi: "Phiên đăng nhập đã kết thúc. Vui lòng đăng nhập lại.",
      ja: "セッションが終了しました。もう一度サインインしてください。",
    },
  },
  "AUTH.ENDED_ELSEWHERE": {
    status: 401,
    message: {
      en: "You were signed out here from another device.",
      vi: "Bạn đã được đăng xuất ở đây từ một thiết bị khác.",
      ja: "別の端末からの操作により、この端末ではサインアウトしました。",
    },
  },
  "AUTH.ENDED_PASSWORD": {
    status: 401,
    message: {
      en: "You were signed out because your password was changed.",
      vi: "Bạn đã được đăng xuất vì mật khẩu đã được thay đổi.",
      ja: "パスワードが変更されたため、サインアウトしました。",
    },
  },
  "AUTH.ENDED_ADMIN": {
    status: 401,
    message: {
      en: "An administrator signed you out.",
      vi: "Quản trị viên đã đăng xuất bạn.",
      ja: "管理者の操作により、サインアウトしました。",
    },
  },
  "AUTH.ENDED_COPIED": {
    status: 401,
    message: {
      en: "You were signed out for your safety: somebody may have used a copy of your session. Please sign in again and look at your devices in the settings.",
      vi: "Bạn đã được đăng xuất để bảo đảm an toàn: có thể ai đó đã dùng một bản sao phiên của bạn. Hãy đăng nhập lại và kiểm tra các thiết bị trong phần cài đặt.",
      ja: "安全のためサインアウトしました。セッションの複製が使用された可能性があります。再度サインインし、設定で端末の一覧をご確認ください。",
    },
  },
  "AUTH.ENDED_EXPIRED": {
    status: 401,
    message: {
      en: "You were signed out because you signed in 60 days ago.",
      vi: "Bạn đã được đăng xuất vì đã 60 ngày kể từ lần đăng nhập trước.",
      ja: "前回のサインインから60日が経過したため、サインアウトしました。",
    },
  },
  "AUTH.ENDED_EMAIL": {
    status: 401,
    message: {
      en: "You were signed out because a change of your account’s e-mail address was undone.",
      vi: "Bạn đã được đăng xuất vì việc đổi địa chỉ e-mail của tài khoản đã được hoàn tác.",
      ja: "アカウントのメールアドレスの変更が取り消されたため、サインアウトしました。",
    },
  },
  "AUTH.ENDED_DELETION": {
    status: 401,
    message: {
      en: "You were signed out because your account is going to be deleted. Sign in if you would rather keep it.",
      vi: "Bạn đã được đăng xuất vì tài khoản sắp bị xóa. Hãy đăng nhập nếu bạn muốn giữ lại.",
      ja: "アカウントの削除が予定されているため、サインアウトしました。残したい場合はサインインしてください。",
    },
  },
} as const satisfies ErrorTable;
