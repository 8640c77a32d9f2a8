import type { Texts } from "@kakehashi/contract/languages";

/** A mail's words: its subject, a paragraph or two, and the one thing to press. */
export interface Template {
  subject: Texts;
  paragraphs: readonly Texts[];
  button?: Texts;
}

export const templates = {
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
        en: "If you did not ask for this, you can leave this mail unanswered.",
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
        en: "Somebody, most likely you, tried to sign up with this address. It already has an account, so nothing was changed. Press the button to sign in.",
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
        en: "If you did not ask for this, you can leave this mail unanswered: your password stays as it is.",
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
        en: "From now on the Google account {email} also signs you in.",
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
  profile_accepted: {
    subject: {
      en: "Your profile has been accepted",
      vi: "Hồ sơ của bạn đã được duyệt",
      ja: "プロフィールが承認されました",
    },
    paragraphs: [
      {
        en: "Your profile is active. You can now create projects and join them.",
        vi: "Hồ sơ của bạn đã được kích hoạt. Bạn có thể tạo và tham gia dự án ngay bây giờ.",
        ja: "プロフィールが有効になりました。プロジェクトの作成や参加ができます。",
      },
    ],
    button: { en: "Open Kakehashi", vi: "Mở Kakehashi", ja: "Kakehashi を開く" },
  },
  profile_refused: {
    subject: {
      en: "Your profile was not accepted yet",
      vi: "Hồ sơ của bạn chưa được duyệt",
      ja: "プロフィールは承認されませんでした",
    },
    paragraphs: [
      {
        en: "We have looked at your profile and could not accept it. Reason: {reason}",
        vi: "Chúng tôi đã xem hồ sơ của bạn và chưa thể duyệt. Lý do: {reason}",
        ja: "プロフィールを確認しましたが、承認できませんでした。理由：{reason}",
      },
      {
        en: "Change what is needed and send the request again.",
        vi: "Hãy chỉnh sửa phần cần thiết rồi gửi lại yêu cầu.",
        ja: "必要な箇所を修正のうえ、もう一度申請してください。",
      },
    ],
    button: { en: "Open my profile", vi: "Mở hồ sơ của tôi", ja: "プロフィールを開く" },
  },
  profile_blocked: {
    subject: {
      en: "Your profile has been blocked",
      vi: "Hồ sơ của bạn đã bị khóa",
      ja: "プロフィールが停止されました",
    },
    paragraphs: [
      {
        en: "Your profile has been blocked: you can still read, but not write. Reason: {reason}",
        vi: "Hồ sơ của bạn đã bị khóa: bạn vẫn có thể đọc nhưng không thể viết. Lý do: {reason}",
        ja: "プロフィールが停止されました。閲覧はできますが、書き込みはできません。理由：{reason}",
      },
    ],
    button: { en: "Open my profile", vi: "Mở hồ sơ của tôi", ja: "プロフィールを開く" },
  },
  profile_unblocked: {
    subject: {
      en: "Your profile is active again",
      vi: "Hồ sơ của bạn đã hoạt động trở lại",
      ja: "プロフィールの停止が解除されました",
    },
    paragraphs: [
      {
        en: "Your profile is no longer blocked. You can write again.",
        vi: "Hồ sơ của bạn không còn bị khóa. Bạn có thể viết trở lại.",
        ja: "プロフィールの停止が解除され、再び書き込みができるようになりました。",
      },
    ],
    button: { en: "Open Kakehashi", vi: "Mở Kakehashi", ja: "Kakehashi を開く" },
  },
  export_ready: {
    subject: {
      en: "Your data is ready",
      vi: "Dữ liệu của bạn đã sẵn sàng",
      ja: "データの準備ができました",
    },
    paragraphs: [
      {
        en: "You asked for a copy of your data in Kakehashi. You can fetch it in your settings until {until}.",
        vi: "Bạn đã yêu cầu bản sao dữ liệu của mình trên Kakehashi. Bạn có thể tải về trong phần cài đặt đến hết {until}.",
        ja: "ご依頼いただいた Kakehashi のデータの準備ができました。{until}まで設定画面からダウンロードできます。",
      },
      {
        en: "If you did not ask for it, change your password and end the sessions that you do not know.",
        vi: "Nếu bạn không yêu cầu, hãy đổi mật khẩu và kết thúc những phiên đăng nhập lạ.",
        ja: "お心当たりのない場合は、パスワードを変更し、見覚えのないセッションを終了してください。",
      },
    ],
    button: { en: "Open my settings", vi: "Mở phần cài đặt", ja: "設定を開く" },
  },
  deletion_planned: {
    subject: {
      en: "Your account will be deleted",
      vi: "Tài khoản của bạn sẽ bị xóa",
      ja: "アカウントの削除を受け付けました",
    },
    paragraphs: [
      {
        en: "As you asked, your Kakehashi account will be deleted on {until}. Until then you can take it back: sign in and choose to keep your account.",
        vi: "Theo yêu cầu của bạn, tài khoản Kakehashi sẽ bị xóa vào {until}. Trước ngày đó bạn có thể đổi ý: đăng nhập và chọn giữ lại tài khoản.",
        ja: "ご依頼により、Kakehashi のアカウントは{until}に削除されます。それまでにサインインして「アカウントを残す」を選ぶと、取り消すことができます。",
      },
      {
        en: "If this was not you, sign in now, keep your account and change your password.",
        vi: "Nếu không phải bạn, hãy đăng nhập ngay, giữ lại tài khoản và đổi mật khẩu.",
        ja: "ご自身の操作でない場合は、すぐにサインインして取り消し、パスワードを変更してください。",
      },
    ],
    button: { en: "Sign in", vi: "Đăng nhập", ja: "サインイン" },
  },
  deletion_cancelled: {
    subject: {
      en: "Your account stays",
      vi: "Tài khoản của bạn được giữ lại",
      ja: "アカウントの削除を取り消しました",
    },
    paragraphs: [
      {
        en: "You took the deletion of your account back. Everything is as it was.",
        vi: "Bạn đã hủy yêu cầu xóa tài khoản. Mọi thứ vẫn như trước.",
        ja: "アカウントの削除を取り消しました。これまでどおりご利用いただけます。",
      },
    ],
    button: { en: "Open Kakehashi", vi: "Mở Kakehashi", ja: "Kakehashi を開く" },
  },
  deletion_done: {
    subject: {
      en: "Your account has been deleted",
      vi: "Tài khoản của bạn đã được xóa",
      ja: "アカウントを削除しました",
    },
    paragraphs: [
      {
        en: "Your Kakehashi account, your profile and your settings are gone. Messages you sent stay in their conversations, without your name.",
        vi: "Tài khoản, hồ sơ và cài đặt của bạn trên Kakehashi đã được xóa. Các tin nhắn bạn đã gửi vẫn còn trong cuộc trò chuyện nhưng không kèm tên bạn.",
        ja: "Kakehashi のアカウント、プロフィール、設定を削除しました。送信されたメッセージは、お名前を外した形で会話に残ります。",
      },
      {
        en: "This address is free again. Thank you for having been with us.",
        vi: "Địa chỉ này có thể được dùng để đăng ký lại. Cảm ơn bạn đã đồng hành cùng chúng tôi.",
        ja: "このメールアドレスは再びご登録にお使いいただけます。ご利用ありがとうございました。",
      },
    ],
  },
  contact: {
    subject: {
      en: "Contact form: {name}",
      vi: "Tin nhắn liên hệ: {name}",
      ja: "お問い合わせ: {name} 様",
    },
    paragraphs: [
      {
        en: "{name} ({country}) wrote through the contact form and was promised a reply.",
        vi: "{name} ({country}) đã gửi tin nhắn qua biểu mẫu liên hệ và đang chờ phản hồi.",
        ja: "{name} 様({country})からお問い合わせフォームでメッセージが届きました。返信をお約束しています。",
      },
      { en: "{message}", vi: "{message}", ja: "{message}" },
      {
        en: "E-mail: {email}\nPhone: {phone}",
        vi: "E-mail: {email}\nĐiện thoại: {phone}",
        ja: "メール: {email}\n電話: {phone}",
      },
    ],
    button: { en: "Answer the message", vi: "Trả lời tin nhắn", ja: "返信する" },
  },
  contact_reply: {
    subject: {
      en: "Your message to Kakehashi",
      vi: "Về tin nhắn bạn gửi Kakehashi",
      ja: "お問い合わせの件 (Kakehashi)",
    },
    paragraphs: [
      { en: "Hello {name},", vi: "Chào {name},", ja: "{name} 様" },
      { en: "{reply}", vi: "{reply}", ja: "{reply}" },
      {
        en: "You wrote to us:\n{message}",
        vi: "Bạn đã viết cho chúng tôi:\n{message}",
        ja: "いただいたメッセージ:\n{message}",
      },
    ],
  },
} as const satisfies Record<string, Template>;
export type TemplateName = keyof typeof templates;
