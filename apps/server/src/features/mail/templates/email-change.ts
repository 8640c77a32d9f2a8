import type { MailTemplate } from "./template.ts";

/** Mails about a change of an account's e-mail address. */
export const emailChangeMails = {
  email_change_old: {
    subject: {
      en: "Confirm the change of your e-mail address",
      vi: "Xác nhận việc đổi địa chỉ e-mail của bạn",
      ja: "メールアドレス変更の確認をお願いします",
    },
    paragraphs: [
      {
        en: "Somebody signed in to your Kakehashi account asked to change its e-mail address to {email}. Press the button to agree. The change is made once the new address has confirmed it too, within 24 hours.",
        vi: "Có người đang đăng nhập vào tài khoản Kakehashi của bạn yêu cầu đổi địa chỉ e-mail thành {email}. Nhấn nút bên dưới để đồng ý. Địa chỉ sẽ được đổi khi địa chỉ mới cũng xác nhận, trong vòng 24 giờ.",
        ja: "Kakehashi アカウントのメールアドレスを {email} に変更する申請がありました。変更に同意する場合は、下のボタンを押してください。24時間以内に新しいアドレスでも確認が済むと、変更されます。",
      },
      {
        en: "If this was not you, do not press it, and change your password now: somebody else knows it.",
        vi: "Nếu không phải bạn, đừng nhấn nút mà hãy đổi mật khẩu ngay: có người khác biết mật khẩu của bạn.",
        ja: "お心当たりがない場合は、ボタンを押さずに、すぐパスワードを変更してください。第三者にパスワードを知られている可能性があります。",
      },
    ],
    button: { en: "Review the change", vi: "Xem việc thay đổi", ja: "変更内容を確認する" },
  },
  email_change_new: {
    subject: {
      en: "Confirm your new e-mail address",
      vi: "Xác nhận địa chỉ e-mail mới của bạn",
      ja: "新しいメールアドレスの確認をお願いします",
    },
    paragraphs: [
      {
        en: "Somebody asked to use this address for their Kakehashi account. If it was you, press the button to confirm that the address is yours. The change is made once your present address has agreed too, within 24 hours.",
        vi: "Có người yêu cầu dùng địa chỉ này cho tài khoản Kakehashi của họ. Nếu đó là bạn, hãy nhấn nút bên dưới để xác nhận địa chỉ này là của bạn. Địa chỉ sẽ được đổi khi địa chỉ hiện tại cũng đồng ý, trong vòng 24 giờ.",
        ja: "このメールアドレスを Kakehashi アカウントで使用する申請がありました。ご本人の場合は、下のボタンからアドレスを確認してください。24時間以内に現在のアドレスでも同意が済むと、変更されます。",
      },
      {
        en: "If you did not ask for this, you can ignore this e-mail.",
        vi: "Nếu bạn không yêu cầu việc này, bạn có thể bỏ qua e-mail này.",
        ja: "お心当たりのない場合は、このメールを破棄してください。",
      },
    ],
    button: { en: "Confirm address", vi: "Xác nhận địa chỉ", ja: "メールアドレスを確認する" },
  },
  email_change_taken: {
    subject: {
      en: "Your address was asked for",
      vi: "Có người muốn dùng địa chỉ của bạn",
      ja: "お使いのメールアドレスへの変更申請がありました",
    },
    paragraphs: [
      {
        en: "Somebody, perhaps you, asked to use this address for another Kakehashi account. It belongs to an account already, so nothing was changed. If it was you, sign in to the account of this address instead.",
        vi: "Có người, có thể là bạn, yêu cầu dùng địa chỉ này cho một tài khoản Kakehashi khác. Địa chỉ đã thuộc về một tài khoản nên không có gì thay đổi. Nếu đó là bạn, hãy đăng nhập vào tài khoản của địa chỉ này.",
        ja: "このメールアドレスを別の Kakehashi アカウントで使用する申請がありました。すでに使用中のアドレスのため、何も変更していません。ご本人の場合は、このアドレスのアカウントにサインインしてください。",
      },
    ],
  },
  email_changed: {
    subject: {
      en: "Your e-mail address was changed",
      vi: "Địa chỉ e-mail của bạn đã được thay đổi",
      ja: "メールアドレスが変更されました",
    },
    paragraphs: [
      {
        en: "Your Kakehashi account now belongs to {email}. You sign in with that address from now on.",
        vi: "Tài khoản Kakehashi của bạn giờ dùng địa chỉ {email}. Từ bây giờ, hãy đăng nhập bằng địa chỉ đó.",
        ja: "Kakehashi アカウントのメールアドレスは {email} になりました。今後はこのアドレスでサインインしてください。",
      },
      {
        en: "If you do not want this, you can undo it with the button until {until}. Keep this e-mail until then.",
        vi: "Nếu bạn không muốn thay đổi này, bạn có thể hoàn tác bằng nút bên dưới đến hết {until}. Hãy giữ e-mail này đến lúc đó.",
        ja: "この変更を望まない場合は、{until} まで下のボタンから取り消せます。それまでこのメールを保管してください。",
      },
    ],
    button: { en: "Undo the change", vi: "Hoàn tác thay đổi", ja: "変更を取り消す" },
  },
  email_undone: {
    subject: {
      en: "The change of the e-mail address was undone",
      vi: "Việc đổi địa chỉ e-mail đã được hoàn tác",
      ja: "メールアドレスの変更が取り消されました",
    },
    paragraphs: [
      {
        en: "The Kakehashi account has its former e-mail address again, and all devices were signed out. If somebody else had made the change, choose a new password by “Forgot your password?”.",
        vi: "Tài khoản Kakehashi đã dùng lại địa chỉ e-mail cũ và mọi thiết bị đã bị đăng xuất. Nếu người khác đã đổi địa chỉ, hãy đặt mật khẩu mới bằng “Quên mật khẩu?”.",
        ja: "Kakehashi アカウントは以前のメールアドレスに戻り、すべての端末がサインアウトされました。第三者による変更だった場合は、「パスワードをお忘れですか」から新しいパスワードを設定してください。",
      },
      {
        en: "If a Google account was linked or two-step sign-in was turned on after the change, that was taken back as well.",
        vi: "Nếu sau khi đổi địa chỉ có tài khoản Google được liên kết hoặc xác minh hai bước được bật, những thiết lập đó cũng đã bị gỡ bỏ.",
        ja: "アドレスの変更後に Google アカウントの連携や2段階認証の有効化が行われていた場合は、それらも解除されました。",
      },
    ],
  },
} as const satisfies Record<string, MailTemplate>;
