import type { MailTemplate } from "./template.ts";

/** Mails for signing up and for resetting a password. */
export const confirmationAndPasswordMails = {
  confirm: {
    subject: {
      en: "Confirm your e-mail address",
      vi: "Xác nhận địa chỉ e-mail của bạn",
      ja: "メールアドレスの確認をお願いします",
    },
    paragraphs: [
      {
        en: "Welcome to Kakehashi. Press the button to confirm this address and open your account. The link works for 24 hours.",
        vi: "Chào mừng bạn đến với Kakehashi. Nhấn nút bên dưới để xác nhận địa chỉ này và mở tài khoản. Liên kết có hiệu lực trong 24 giờ.",
        ja: "Kakehashi へようこそ。下のボタンからメールアドレスを確認すると、アカウントをご利用いただけます。リンクの有効期間は24時間です。",
      },
      {
        en: "If you did not ask for this, you can ignore this e-mail.",
        vi: "Nếu bạn không yêu cầu việc này, bạn có thể bỏ qua e-mail này.",
        ja: "お心当たりのない場合は、このメールを破棄してください。",
      },
    ],
    button: { en: "Confirm address", vi: "Xác nhận địa chỉ", ja: "メールアドレスを確認する" },
  },
  known_address: {
    subject: {
      en: "You already have an account",
      vi: "Bạn đã có tài khoản",
      ja: "すでにアカウントをお持ちです",
    },
    paragraphs: [
      {
        en: "Someone, most likely you, tried to sign up with this address. It already has an account, so nothing was changed. Press the button to sign in.",
        vi: "Có người, có lẽ là bạn, vừa đăng ký bằng địa chỉ này. Địa chỉ đã có tài khoản nên không có gì thay đổi. Nhấn nút bên dưới để đăng nhập.",
        ja: "このメールアドレスで登録の申し込みがありました。すでにアカウントがあるため、内容は変更していません。下のボタンからサインインしてください。",
      },
    ],
    button: { en: "Sign in", vi: "Đăng nhập", ja: "サインイン" },
  },
  reset: {
    subject: {
      en: "Choose a new password",
      vi: "Đặt lại mật khẩu",
      ja: "パスワードの再設定",
    },
    paragraphs: [
      {
        en: "Press the button to choose a new password for Kakehashi. The link works once, within an hour.",
        vi: "Nhấn nút bên dưới để đặt mật khẩu mới cho Kakehashi. Liên kết dùng được một lần, trong vòng một giờ.",
        ja: "下のボタンから Kakehashi の新しいパスワードを設定してください。リンクは1時間以内に1回だけ使えます。",
      },
      {
        en: "If you did not ask for this, you can ignore this e-mail. Your password stays as it is.",
        vi: "Nếu bạn không yêu cầu việc này, bạn có thể bỏ qua e-mail này: mật khẩu của bạn không thay đổi.",
        ja: "お心当たりのない場合は、このメールを破棄してください。パスワードは変更されません。",
      },
    ],
    button: { en: "Choose a new password", vi: "Đặt mật khẩu mới", ja: "新しいパスワードを設定する" },
  },
  password_changed: {
    subject: {
      en: "Your password was changed",
      vi: "Mật khẩu của bạn đã được thay đổi",
      ja: "パスワードが変更されました",
    },
    paragraphs: [
      {
        en: "The password of your Kakehashi account was changed, and other devices were signed out. If this was not you, press the button and choose a new one at once.",
        vi: "Mật khẩu tài khoản Kakehashi của bạn vừa được thay đổi và các thiết bị khác đã bị đăng xuất. Nếu không phải bạn, hãy nhấn nút bên dưới và đặt mật khẩu mới ngay.",
        ja: "Kakehashi アカウントのパスワードが変更され、他の端末はサインアウトされました。ご自身の操作でない場合は、すぐに下のボタンから新しいパスワードを設定してください。",
      },
    ],
    button: { en: "This was not me", vi: "Không phải tôi", ja: "自分の操作ではない" },
  },
} as const satisfies Record<string, MailTemplate>;
