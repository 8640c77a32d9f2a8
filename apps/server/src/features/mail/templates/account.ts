import type { MailTemplate } from "./template.ts";

/** Mails about an admin's decision on a profile, about data exports, and about the deletion of an account. */
export const profileAndAccountMails = {
  profile_accepted: {
    subject: {
      en: "Your profile has been accepted",
      vi: "Hồ sơ của bạn đã được duyệt",
      ja: "プロフィールが承認されました",
    },
    paragraphs: [
      {
        en: "We have reviewed your profile and accepted it. It is active now.",
        vi: "Chúng tôi đã xem và duyệt hồ sơ của bạn. Hồ sơ hiện đã được kích hoạt.",
        ja: "プロフィールを確認し、承認しました。現在有効になっています。",
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
        en: "You asked for a copy of your data in Kakehashi. You can download it in your settings until {until}.",
        vi: "Bạn đã yêu cầu bản sao dữ liệu của mình trên Kakehashi. Bạn có thể tải về trong phần cài đặt đến hết {until}.",
        ja: "ご依頼いただいた Kakehashi のデータの準備ができました。{until}まで設定画面からダウンロードできます。",
      },
      {
        en: "If you did not ask for it, change your password and end the sessions you do not recognise.",
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
        en: "As you asked, your Kakehashi account will be deleted on {until}. You can cancel this before then: sign in and choose to keep your account.",
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
      en: "Your account will be kept",
      vi: "Tài khoản của bạn được giữ lại",
      ja: "アカウントの削除を取り消しました",
    },
    paragraphs: [
      {
        en: "You cancelled the deletion of your account. Everything is as it was.",
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
        en: "Your Kakehashi account, your profile and your settings have been deleted. Messages you sent stay in their conversations, without your name.",
        vi: "Tài khoản, hồ sơ và cài đặt của bạn trên Kakehashi đã được xóa. Các tin nhắn bạn đã gửi vẫn còn trong cuộc trò chuyện nhưng không kèm tên bạn.",
        ja: "Kakehashi のアカウント、プロフィール、設定を削除しました。送信されたメッセージは、お名前を外した形で会話に残ります。",
      },
      {
        en: "You can use this address to sign up again. Thank you for having been with us.",
        vi: "Địa chỉ này có thể được dùng để đăng ký lại. Cảm ơn bạn đã đồng hành cùng chúng tôi.",
        ja: "このメールアドレスは再びご登録にお使いいただけます。ご利用ありがとうございました。",
      },
    ],
  },
} as const satisfies Record<string, MailTemplate>;
