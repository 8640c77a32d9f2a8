import type en from "../en/frame.ts";
import type { Shape } from "../texts.ts";

export default {
  name: "Kakehashi",
  description:
    "Kakehashi là công ty gia công phần mềm và tư vấn CNTT. Khách hàng, lập trình viên và phiên dịch làm việc ở cùng một nơi, mỗi người bằng ngôn ngữ của mình.",
  mainMenu: "Trình đơn chính",
  openMenu: "Trình đơn",
  closeMenu: "Đóng trình đơn",
  home: "Trang chủ",
  service: "Dịch vụ",
  price: "Bảng giá",
  blog: "Blog",
  contact: "Liên hệ",
  policy: "Điều khoản",
  cookies: "Cookie",
  consultant: "Gặp tư vấn viên",
  signIn: "Đăng nhập",
  workspace: "Vào không gian làm việc",
  language: "Ngôn ngữ",
  otherLanguage: "English",
  breadcrumb: "Vị trí của bạn",
  footerClaim: "Nhịp cầu nối người cần phần mềm với người làm ra phần mềm.",
  footerFirm: "Công ty",
  footerRead: "Bài đọc",
  footerWorkspace: "Không gian làm việc",
  register: "Tạo tài khoản",
  feed: "Nguồn tin RSS",
  rights: "Kakehashi. Bảo lưu mọi quyền.",
  closed: "Trang đó hiện đang tạm đóng. Hãy viết cho chúng tôi, chúng tôi sẽ báo khi mở lại.",
} satisfies Shape<typeof en>;
