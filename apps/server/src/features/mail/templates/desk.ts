import type { MailTemplate } from "./template.ts";

/**
 * Mails to admins about waiting work, and mails to the sender of a contact message: that it has arrived, and an admin's
 * answer.
 */
export const adminMails = {
  activation_requested: {
    subject: {
      en: "Activation request: {name}",
      vi: "Yêu cầu kích hoạt: {name}",
      ja: "利用承認の申請：{name}様",
    },
    paragraphs: [
      {
        en: "{name} ({email}) has completed a profile and asks for it to be activated.",
        vi: "{name} ({email}) đã hoàn thành hồ sơ và yêu cầu kích hoạt.",
        ja: "{name}様（{email}）からプロフィールの利用承認の申請がありました。",
      },
    ],
    button: { en: "See the request", vi: "Xem yêu cầu", ja: "申請を確認する" },
  },
  activations_waiting: {
    subject: {
      en: "New activation requests: {count}",
      vi: "Yêu cầu kích hoạt mới: {count}",
      ja: "新しい利用承認の申請：{count}件",
    },
    paragraphs: [
      {
        en: "More requests have arrived since our last e-mail about them: {count}.",
        vi: "Số yêu cầu mới nhận được kể từ e-mail trước: {count}.",
        ja: "前回のメールのあとに届いた利用承認の申請は{count}件です。",
      },
    ],
    button: { en: "See the requests", vi: "Xem các yêu cầu", ja: "申請を確認する" },
  },
  contacts_waiting: {
    subject: {
      en: "New contact messages: {count}",
      vi: "Tin nhắn liên hệ mới: {count}",
      ja: "新しいお問い合わせ：{count}件",
    },
    paragraphs: [
      {
        en: "More messages have come through the contact form since our last e-mail about them: {count}.",
        vi: "Số tin nhắn mới gửi qua biểu mẫu liên hệ kể từ e-mail trước: {count}.",
        ja: "前回のメールのあとにお問い合わせフォームから届いたメッセージは{count}件です。",
      },
    ],
    button: { en: "See the messages", vi: "Xem các tin nhắn", ja: "お問い合わせを確認する" },
  },
  contact: {
    subject: {
      en: "Contact form ({topic}): {name}",
      vi: "Tin nhắn liên hệ ({topic}): {name}",
      ja: "お問い合わせ（{topic}）：{name}様",
    },
    paragraphs: [
      {
        en: "{name} ({country}) wrote through the contact form and expects a reply.",
        vi: "{name} ({country}) đã gửi tin nhắn qua biểu mẫu liên hệ và đang chờ phản hồi.",
        ja: "{name}様（{country}）からお問い合わせフォームでメッセージが届きました。返信をお約束しています。",
      },
      { en: "{message}", vi: "{message}", ja: "{message}" },
      {
        en: "Topic: {topic}\nE-mail: {email}\nPhone: {phone}",
        vi: "Chủ đề: {topic}\nE-mail: {email}\nĐiện thoại: {phone}",
        ja: "内容：{topic}\nメール：{email}\n電話：{phone}",
      },
    ],
    button: { en: "Answer the message", vi: "Trả lời tin nhắn", ja: "返信する" },
  },
  // This mail goes to the address that somebody typed into the contact form. Nobody has confirmed that the address is
  // their own. So the mail repeats nothing that they typed: otherwise anybody could send texts to other people through
  // us.
  contact_receipt: {
    subject: {
      en: "We have received your message",
      vi: "Chúng tôi đã nhận được tin nhắn của bạn",
      ja: "お問い合わせを受け付けました",
    },
    paragraphs: [
      {
        en: "Thank you for writing to us. Your message arrived on {time}.\nTopic: {topic}",
        vi: "Cảm ơn bạn đã liên hệ. Chúng tôi đã nhận được tin nhắn của bạn vào {time}.\nChủ đề: {topic}",
        ja: "お問い合わせいただき、ありがとうございます。{time}に受け付けました。\n内容：{topic}",
      },
      {
        en: "One of us will read it and reply to this address. To protect you from spam, this e-mail does not repeat what was written.",
        vi: "Chúng tôi sẽ đọc và trả lời bạn qua địa chỉ e-mail này. Để tránh thư rác, e-mail này không nhắc lại nội dung tin nhắn.",
        ja: "担当者が拝見し、このメールアドレスにご返信します。迷惑メール対策のため、このメールにはお問い合わせの本文を載せていません。",
      },
      {
        en: "If you did not write to us, someone entered your address by mistake. You can ignore this e-mail.",
        vi: "Nếu bạn không liên hệ với chúng tôi, có người đã nhập nhầm địa chỉ của bạn. Bạn có thể bỏ qua e-mail này.",
        ja: "お心当たりのない場合は、どなたかがアドレスを誤って入力した可能性があります。このメールは破棄してください。",
      },
    ],
  },
  contact_reply: {
    subject: {
      en: "Your message to Kakehashi",
      vi: "Về tin nhắn bạn gửi Kakehashi",
      ja: "お問い合わせの件（Kakehashi）",
    },
    paragraphs: [
      { en: "Hello {name},", vi: "Chào {name},", ja: "{name}様" },
      { en: "{reply}", vi: "{reply}", ja: "{reply}" },
      {
        en: "You wrote to us:\n{message}",
        vi: "Bạn đã viết cho chúng tôi:\n{message}",
        ja: "いただいたメッセージ：\n{message}",
      },
    ],
  },
} as const satisfies Record<string, MailTemplate>;
