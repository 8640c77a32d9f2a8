import type en from "../en/notifications.ts";
import type { TranslationOfTexts } from "../texts.ts";

export default {
  title: "Thông báo",
  unread_other: "{{count}} thông báo chưa đọc",
  markAll: "Đánh dấu đã đọc tất cả",
  older: "Xem cũ hơn",
  isUnread: "Chưa đọc",
  emptyTitle: "Chưa có thông báo",
  emptyText:
    "Những gì liên quan đến hồ sơ và dự án của bạn, cùng những lần bạn được nhắc đến, sẽ hiện ở đây.",
} satisfies TranslationOfTexts<typeof en>;
