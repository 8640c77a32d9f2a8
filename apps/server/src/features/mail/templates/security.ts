import type { MailTemplate } from "./template.ts";

/**
 * Mails that warn the owner of an account of changes that somebody else may have made: new devices, the second sign-in
 * step, linked accounts. One more mail goes to an address that cannot have a new account yet, because its former
 * account may still take it back.
 */
export const securityMails = {
  reserved_address: {
    subject: {
      en: "This address cannot have a new account yet",
      vi: "Địa chỉ này chưa thể mở tài khoản mới",
      ja: "このアドレスではまだ新規登録できません",
    },
    paragraphs: [
      {
        en: "Somebody, most likely you, tried to sign up with this address. It belonged to an account until a few days ago, which can still take it back. Please try again a week after the change, or undo the change by the link in the e-mail about it.",
        vi: "Có người, có lẽ là bạn, vừa đăng ký bằng địa chỉ này. Địa chỉ thuộc về một tài khoản cho đến vài ngày trước và tài khoản đó vẫn có thể lấy lại. Hãy thử lại sau một tuần kể từ khi đổi, hoặc hoàn tác bằng liên kết trong e-mail thông báo.",
        ja: "このメールアドレスで登録の申し込みがありました。数日前まで別のアカウントで使われており、元に戻せる期間中です。変更から1週間後にもう一度お試しいただくか、変更のお知らせメールのリンクから変更を取り消してください。",
      },
    ],
  },
  new_device: {
    subject: {
      en: "New sign-in to your account",
      vi: "Đăng nhập mới vào tài khoản của bạn",
      ja: "新しい端末からのサインイン",
    },
    paragraphs: [
      {
        en: "Your account was signed in to from a device that we have not seen before: {device}, address {ip}, {time}.",
        vi: "Tài khoản của bạn vừa được đăng nhập từ một thiết bị chưa từng dùng: {device}, địa chỉ {ip}, {time}.",
        ja: "これまでに使われたことのない端末からサインインがありました：{device}、アドレス {ip}、{time}",
      },
      {
        en: "If this was you, there is nothing to do. If not, end that session in your settings and change your password.",
        vi: "Nếu đó là bạn, bạn không cần làm gì. Nếu không, hãy kết thúc phiên đó trong phần cài đặt và đổi mật khẩu.",
        ja: "ご自身の操作であれば、何もする必要はありません。お心当たりがない場合は、設定画面でそのセッションを終了し、パスワードを変更してください。",
      },
    ],
    button: { en: "See my sessions", vi: "Xem các phiên đăng nhập", ja: "セッションを確認する" },
  },
  two_step_on: {
    subject: {
      en: "Two-step sign-in was turned on",
      vi: "Xác minh hai bước đã được bật",
      ja: "2段階認証が有効になりました",
    },
    paragraphs: [
      {
        en: "From now on signing in to your account needs a code from your authenticator app as well as your password. Keep your recovery codes in a safe place.",
        vi: "Từ bây giờ, ngoài mật khẩu, việc đăng nhập vào tài khoản của bạn cần thêm mã từ ứng dụng xác thực. Hãy cất các mã khôi phục ở nơi an toàn.",
        ja: "今後のサインインには、パスワードに加えて認証アプリのコードが必要です。リカバリーコードは安全な場所に保管してください。",
      },
      {
        en: "If this was not you, change your password now and write to us.",
        vi: "Nếu không phải bạn thực hiện, hãy đổi mật khẩu ngay và liên hệ với chúng tôi.",
        ja: "お心当たりがない場合は、すぐにパスワードを変更し、お問い合わせください。",
      },
    ],
    button: { en: "Open settings", vi: "Mở cài đặt", ja: "設定を開く" },
  },
  two_step_off: {
    subject: {
      en: "Two-step sign-in was turned off",
      vi: "Xác minh hai bước đã được tắt",
      ja: "2段階認証が無効になりました",
    },
    paragraphs: [
      {
        en: "Signing in to your account now needs your password alone.",
        vi: "Từ bây giờ, việc đăng nhập vào tài khoản của bạn chỉ cần mật khẩu.",
        ja: "今後のサインインに必要なのはパスワードだけになりました。",
      },
      {
        en: "If this was not you, change your password now and turn two-step sign-in on again.",
        vi: "Nếu không phải bạn thực hiện, hãy đổi mật khẩu ngay và bật lại xác minh hai bước.",
        ja: "お心当たりがない場合は、すぐにパスワードを変更し、2段階認証を再度有効にしてください。",
      },
    ],
    button: { en: "Open settings", vi: "Mở cài đặt", ja: "設定を開く" },
  },
  two_step_reset: {
    subject: {
      en: "Two-step sign-in was turned off by us",
      vi: "Chúng tôi đã tắt xác minh hai bước của bạn",
      ja: "管理者が2段階認証を無効にしました",
    },
    paragraphs: [
      {
        en: "An administrator turned two-step sign-in off for your account, so that you can sign in with your password alone. Turn it on again in your settings.",
        vi: "Quản trị viên đã tắt xác minh hai bước cho tài khoản của bạn để bạn có thể đăng nhập chỉ bằng mật khẩu. Hãy bật lại trong phần cài đặt.",
        ja: "パスワードだけでサインインできるよう、管理者がお使いのアカウントの2段階認証を無効にしました。設定画面で再度有効にしてください。",
      },
      {
        en: "If you did not ask for this, change your password now and write to us.",
        vi: "Nếu bạn không yêu cầu việc này, hãy đổi mật khẩu ngay và liên hệ với chúng tôi.",
        ja: "お心当たりがない場合は、すぐにパスワードを変更し、お問い合わせください。",
      },
    ],
    button: { en: "Open settings", vi: "Mở cài đặt", ja: "設定を開く" },
  },
  recovery_code_used: {
    subject: {
      en: "A recovery code was used",
      vi: "Một mã khôi phục đã được sử dụng",
      ja: "リカバリーコードが使用されました",
    },
    paragraphs: [
      {
        en: "One of your recovery codes was used in place of a code from your authenticator app. Recovery codes left: {left}.",
        vi: "Một mã khôi phục đã được dùng thay cho mã từ ứng dụng xác thực. Số mã khôi phục còn lại: {left}.",
        ja: "認証アプリのコードの代わりに、リカバリーコードが使用されました。残りのリカバリーコード：{left}個",
      },
      {
        en: "If this was not you, change your password now and make new recovery codes in your settings.",
        vi: "Nếu không phải bạn thực hiện, hãy đổi mật khẩu ngay và tạo mã khôi phục mới trong phần cài đặt.",
        ja: "お心当たりがない場合は、すぐにパスワードを変更し、設定画面で新しいリカバリーコードを作成してください。",
      },
    ],
    button: { en: "Open settings", vi: "Mở cài đặt", ja: "設定を開く" },
  },
  identity_linked: {
    subject: {
      en: "Google sign-in was added to your account",
      vi: "Đã thêm đăng nhập bằng Google vào tài khoản của bạn",
      ja: "Google でのサインインが追加されました",
    },
    paragraphs: [
      {
        en: "From now on you can also sign in with the Google account {email}.",
        vi: "Từ bây giờ, bạn cũng có thể đăng nhập bằng tài khoản Google {email}.",
        ja: "今後は Google アカウント {email} でもサインインできます。",
      },
      {
        en: "If this was not you, remove it in your settings and change your password.",
        vi: "Nếu không phải bạn thực hiện, hãy gỡ bỏ trong phần cài đặt và đổi mật khẩu.",
        ja: "お心当たりがない場合は、設定画面で解除し、パスワードを変更してください。",
      },
    ],
    button: { en: "Open settings", vi: "Mở cài đặt", ja: "設定を開く" },
  },
} as const satisfies Record<string, MailTemplate>;
