import type { MailTemplate } from "./template.ts";

/** Mails about notifications that people have not read. */
export const notificationMails = {
  notification_digest: {
    subject: {
      en: "Unread notifications: {count}",
      vi: "Thông báo chưa đọc: {count}",
      ja: "未読のお知らせ：{count}件",
    },
    paragraphs: [
      { en: "{lines}", vi: "{lines}", ja: "{lines}" },
      {
        en: "You get this e-mail because you had not read this for 15 minutes. You can switch these e-mails off in your settings.",
        vi: "Bạn nhận được e-mail này vì sau 15 phút vẫn chưa đọc các tin trên. Bạn có thể tắt e-mail này trong phần cài đặt.",
        ja: "15分たっても未読のため、メールでお知らせしました。このメールは設定で停止できます。",
      },
    ],
    button: { en: "Open Kakehashi", vi: "Mở Kakehashi", ja: "Kakehashiを開く" },
  },
} as const satisfies Record<string, MailTemplate>;
