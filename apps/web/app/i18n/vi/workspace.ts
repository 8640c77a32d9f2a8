import type en from "../en/workspace.ts";
import type { Translation } from "../texts.ts";

export default {
  navigation: "Không gian làm việc",
  home: "Trang chủ",
  chat: "Trò chuyện",
  account: "Tài khoản của bạn",
  languageTitle: "Đổi ngôn ngữ?",
  languageText:
    "Trình đơn và nội dung giao diện sẽ hiển thị bằng {{language}}. Những gì mọi người viết vẫn giữ nguyên.",
  languageAction: "Đổi",
  languageChanged: "Đã chuyển sang tiếng Việt.",
  morning: "Chào buổi sáng, {{name}}",
  day: "Chào buổi chiều, {{name}}",
  evening: "Chào buổi tối, {{name}}",
  unread_other: "{{count}} cuộc trò chuyện có tin nhắn chưa đọc",
  allRead: "Bạn đã đọc hết tin nhắn.",
  recent: "Trò chuyện gần đây",
  openChat: "Mở trò chuyện",
  waiting: "Việc đang chờ bạn",
  openDesk: "Mở trang quản trị",
  toTranslate: "Tin nhắn cần dịch",
  allMarked: "Tất cả tin đã đánh dấu",
  calls: "Nhắc tên và trả lời mới",
  allThreads: "Tất cả chuỗi trả lời",
} satisfies Translation<typeof en>;
