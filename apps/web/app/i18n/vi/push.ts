import type en from "../en/push.ts";
import type { TranslationOfTexts } from "../texts.ts";

export default {
  deviceOn: "Thiết bị này nhận thông báo tin nhắn mới cả khi Kakehashi đã đóng.",
  deviceOff: "Khi Kakehashi đã đóng, thiết bị này không nhận thông báo.",
  deviceBlocked:
    "Trình duyệt đang chặn thông báo từ Kakehashi. Hãy cho phép trong phần cài đặt của trang này rồi quay lại đây.",
  deviceUnsupported: "Trình duyệt này không thể hiển thị thông báo khi Kakehashi đã đóng.",
  deviceHomeScreen:
    "Trên iPhone hoặc iPad, trước tiên hãy thêm Kakehashi vào màn hình chính: chọn Chia sẻ, rồi Thêm vào MH chính. Mở ứng dụng từ đó và quay lại trang này.",
  allow: "Cho phép trên thiết bị này",
  stop: "Tắt trên thiết bị này",
  allowed: "Đã bật thông báo trên thiết bị này.",
  failed: "Không kết nối được với dịch vụ thông báo đẩy của trình duyệt. Vui lòng thử lại sau.",
  about: "Thông báo cho tôi về",
  aboutAll: "Mọi tin nhắn",
  aboutMentions: "Tin nhắn trực tiếp và lượt nhắc đến",
  aboutNote:
    "Cuộc trò chuyện đã tắt tiếng chỉ thông báo khi bạn được nhắc tên. Mỗi cuộc trò chuyện còn có lựa chọn riêng trong phần chi tiết.",
  content: "Hiển thị nội dung tin nhắn",
  contentNote: "Khi tắt, thông báo chỉ cho biết ai viết và ở đâu, không hiện nội dung.",
  digest: "Gửi e-mail về tin chưa đọc",
  digestNote: "Tin về dự án mà bạn chưa đọc sau 15 phút, gộp trong một e-mail, nhiều nhất mỗi giờ một lần.",
  mailProjects: "E-mail hằng tuần về các dự án của tôi",
  mailProjectsNote: "Vào thứ Hai: việc đã xong, việc trễ hạn và việc sắp tới.",
  quiet: "Giờ yên tĩnh",
  quietNote: "Không có thông báo trong khoảng thời gian này, tính theo {{zone}}.",
  quietFrom: "Từ",
  quietTo: "Đến",
} satisfies TranslationOfTexts<typeof en>;
