import type en from "../en/workspace.ts";
import type { Translation } from "../texts.ts";

export default {
  navigation: "Không gian làm việc",
  home: "Trang chủ",
  help: "Trợ giúp",
  helpInEnglish: "Phần này bằng tiếng Anh.",
  help_contact: "Liên hệ",
  help_service: "Dịch vụ",
  help_price: "Hình thức hợp tác",
  help_blog: "Blog",
  helpMissing: "Không tìm thấy trang",
  helpMissingText: "Trang có thể đã được chuyển đi hoặc gỡ xuống.",
  chat: "Trò chuyện",
  translations: "Bản dịch",
  projects: "Dự án",
  teams: "Nhóm",
  codes: "Mã nguồn",
  admin: "Quản trị",
  atDesk_other: "{{count}} việc đang chờ quản trị viên",
  settings: "Cài đặt",
  account: "Tài khoản của bạn",
  languageTitle: "Đổi ngôn ngữ?",
  languageText: "Menu và nội dung giao diện sẽ hiển thị bằng {{language}}. Tin nhắn vẫn giữ nguyên.",
  languageAction: "Đổi",
  languageChanged: "Đã chuyển sang tiếng Việt.",
  unread_other: "{{count}} cuộc trò chuyện có tin nhắn chưa đọc",
} satisfies Translation<typeof en>;
