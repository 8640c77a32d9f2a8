import type { MailTemplate } from "./template.ts";

/** Mails about the projects in which somebody takes part. */
export const projectMails = {
  project_week: {
    subject: {
      en: "This week in your projects",
      vi: "Tuần này trong các dự án của bạn",
      ja: "今週のプロジェクト",
    },
    paragraphs: [
      { en: "{lines}", vi: "{lines}", ja: "{lines}" },
      {
        en: "You get this every Monday. You can switch it off in your settings.",
        vi: "Bạn nhận thư này vào mỗi thứ Hai. Có thể tắt trong phần cài đặt.",
        ja: "このメールは毎週月曜日にお送りしています。設定画面で停止できます。",
      },
    ],
    button: { en: "Open my projects", vi: "Mở các dự án của tôi", ja: "プロジェクトを開く" },
  },
} as const satisfies Record<string, MailTemplate>;
