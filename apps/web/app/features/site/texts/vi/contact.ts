import type en from "../en/contact.ts";
import type { TranslationOf } from "../shape.ts";

export default {
  title: "Liên hệ",
  description:
    "Viết cho Kakehashi bằng tiếng Việt, tiếng Anh hoặc tiếng Nhật. Tư vấn viên sẽ đọc và phản hồi.",
  headline: "Hãy cho chúng tôi biết bạn cần gì",
  lead: "Bằng tiếng Việt, tiếng Anh hoặc tiếng Nhật, theo cách của bạn. Tư vấn viên đọc và phản hồi từng tin nhắn.",
  plan: "Bạn đang yêu cầu báo giá cho:",
  topic: "Bạn muốn nói về điều gì?",
  topics: {
    consultant: "Tôi muốn nói chuyện với tư vấn viên",
    project: "Tôi đang có một dự án",
    career: "Tôi muốn làm việc cùng các bạn",
    other: "Việc khác",
  },
  firstName: "Tên",
  lastName: "Họ và tên đệm",
  email: "Địa chỉ e-mail",
  phone: "Số điện thoại",
  phoneHint: "Số trong nước, hoặc kèm mã quốc gia.",
  country: "Quốc gia hoạt động",
  countryHint: "Gõ vài chữ cái rồi chọn.",
  message: "Nội dung",
  messageHint: "Tối đa 500 ký tự. Vài câu là đủ.",
  website: "Để trống ô này",
  send: "Gửi tin nhắn",
  privacy: "Chúng tôi chỉ dùng thông tin bạn gửi để trả lời bạn.",
  privacyLink: "Chúng tôi lưu gì và trong bao lâu",
  failed: "Tin nhắn chưa được gửi. Vui lòng xem lại những ô được đánh dấu.",
  again:
    "Vui lòng gửi lại một lần nữa. Chúng tôi hỏi lại vì tin nhắn trông giống như do chương trình gửi; hãy đợi hai mươi giây rồi nhấn nút.",
  tooMany:
    "Có nhiều tin nhắn được gửi từ kết nối của bạn trong thời gian ngắn. Vui lòng đợi một phút rồi gửi lại.",
  tooLarge: "Nội dung quá dài để gửi. Vui lòng rút ngắn tin nhắn.",
  unavailable: "Hiện chưa lưu được tin nhắn. Nội dung bạn gõ vẫn còn: vui lòng gửi lại sau giây lát.",
  sentTitle: "Cảm ơn bạn. Tin nhắn đã đến nơi.",
  sentText:
    "Tư vấn viên sẽ đọc và trả lời vào địa chỉ bạn đã cung cấp. Nếu gấp, hãy gửi thêm một tin nhắn kèm thời gian tiện cho bạn.",
  sentBack: "Về trang chủ",
  sentHome: "Về trang chủ của bạn",
  sentRead: "Đọc blog trong lúc chờ",
  next: {
    title: "Tiếp theo sẽ thế nào",
    items: [
      "Một tư vấn viên đọc được ngôn ngữ của bạn sẽ xem tin nhắn.",
      "Bạn nhận phản hồi qua e-mail, hoặc cuộc gọi nếu bạn muốn.",
      "Nếu chúng tôi không phải là người phù hợp, chúng tôi sẽ nói thẳng.",
    ],
  },
} satisfies TranslationOf<typeof en>;
