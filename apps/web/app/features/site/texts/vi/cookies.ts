import type en from "../en/cookies.ts";
import type { Shape } from "../texts.ts";

export default {
  title: "Cookie",
  description:
    "Đọc trang này không cần cookie. Chỉ việc đăng nhập và các lựa chọn của bạn cần vài cookie, liệt kê tại đây.",
  headline: "Cookie: chỉ những gì bạn yêu cầu",
  lead: "Đọc trang này không đặt bất kỳ cookie nào và không ai theo dõi bạn. Vì vậy không có thông báo nào xin phép bạn.",
  tableTitle: "Những cookie hiện có",
  name: "Tên",
  purpose: "Dùng để làm gì",
  when: "Được đặt khi nào",
  life: "Tồn tại bao lâu",
  rows: [
    {
      name: "access_token",
      purpose: "Cho biết bạn đã đăng nhập",
      when: "Khi bạn đăng nhập",
      life: "60 ngày, hoặc đến khi bạn đăng xuất",
    },
    {
      name: "refresh_token",
      purpose: "Gia hạn phiên mà không hỏi lại mật khẩu",
      when: "Khi bạn đăng nhập",
      life: "60 ngày, hoặc đến khi bạn đăng xuất",
    },
    {
      name: "session_lang",
      purpose: "Ghi nhớ ngôn ngữ của trình đơn",
      when: "Khi bạn chọn ngôn ngữ",
      life: "Một năm",
    },
    {
      name: "theme",
      purpose: "Ghi nhớ giao diện sáng hay tối",
      when: "Khi bạn chọn giao diện",
      life: "Một năm",
    },
  ],
  restTitle: "Những gì không có",
  rest: [
    "Không quảng cáo, không công cụ thống kê của bên thứ ba, không nút mạng xã hội, không phông chữ hay mã lệnh từ trang khác.",
    "Số lượt đọc bài được đếm mà không dùng cookie: mỗi người đọc được chuyển thành một mã không thể khôi phục và bị xóa vào cuối ngày.",
  ],
  manageTitle: "Cách xóa",
  manage:
    "Đăng xuất sẽ xóa những gì được đặt khi đăng nhập. Những cookie còn lại bạn có thể xóa trong phần cài đặt của trình duyệt; trang vẫn hoạt động bình thường.",
} satisfies Shape<typeof en>;
