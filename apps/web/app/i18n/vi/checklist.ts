import type en from "../en/checklist.ts";
import type { TranslationOfTexts } from "../texts.ts";

export default {
  title: "Những bước đầu tiên",
  progress: "Đã xong {{done}}/{{all}}",
  hide: "Ẩn",
  hidden: "Đã ẩn những bước đầu tiên.",
  undo: "Hoàn tác",
  done: "Đã xong",
  picture: "Thêm ảnh đại diện",
  pictureNote: "Mọi người sẽ nhận ra bạn trong mọi cuộc trò chuyện.",
  profile: "Hoàn thiện hồ sơ",
  profileNote: "Giới thiệu công việc của bạn rồi gửi yêu cầu kích hoạt.",
  languages: "Chọn ngôn ngữ",
  languagesNote: "Ngôn ngữ bạn đọc và viết, cùng ngôn ngữ hiển thị.",
  notifications: "Bật thông báo",
  notificationsNote: "Biết có tin nhắn mới ngay cả khi không mở Kakehashi.",
  conversation: "Gửi lời chào",
  conversationNote: "Bắt đầu trò chuyện và gửi tin nhắn đầu tiên.",
  invitation: "Mời đồng nghiệp",
  invitationNote: "Nhập địa chỉ e-mail của người chưa có ở đây.",
} satisfies TranslationOfTexts<typeof en>;
