import type en from "../en/cookies.ts";
import type { TranslationOf } from "../shape.ts";

export default {
  title: "Cookie",
  description:
    "Trang này không lưu cookie nào khi bạn đọc. Việc đăng nhập và các lựa chọn của bạn cần vài cookie, được liệt kê tại đây.",
  headline: "Cookie: chỉ những gì bạn yêu cầu",
  lead: "Trang này không lưu cookie nào khi bạn đọc và không ai theo dõi bạn. Vì vậy không có thông báo nào xin phép bạn.",
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
      name: "device",
      purpose: "Giúp chúng tôi báo cho bạn qua thư khi có người đăng nhập từ trình duyệt lạ",
      when: "Khi bạn đăng nhập",
      life: "400 ngày",
    },
    {
      name: "sign_in_challenge",
      purpose: "Giữ chỗ cho bạn giữa bước nhập mật khẩu và bước nhập mã xác minh",
      when: "Khi bạn đăng nhập bằng xác minh hai bước",
      life: "Mười phút",
    },
    {
      name: "identity_flow",
      purpose: "Bảo đảm bạn từ Google quay lại đúng trình duyệt lúc đi",
      when: "Khi bạn đăng nhập bằng Google",
      life: "Mười phút",
    },
    {
      name: "session_lang",
      purpose: "Ghi nhớ ngôn ngữ của menu",
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
    "Đăng xuất sẽ xóa những gì giữ cho bạn ở trạng thái đăng nhập. Những cookie còn lại bạn có thể xóa trong phần cài đặt của trình duyệt; trang vẫn hoạt động bình thường. Trên https, năm tên đầu tiên bắt đầu bằng __Host-, nhờ đó các trang khác không thể đặt chúng.",
} satisfies TranslationOf<typeof en>;
