import type en from "../en/notifications.ts";
import type { TranslationOfTexts } from "../texts.ts";

export default {
  title: "通知",
  unread_other: "未読の通知 {{count}}件",
  markAll: "すべて既読にする",
  older: "さらに表示",
  isUnread: "未読",
  emptyTitle: "新しい通知はありません",
  emptyText: "プロフィールやプロジェクトに関するお知らせ、あなたへのメンションと返信がここに表示されます。",
} satisfies TranslationOfTexts<typeof en>;
