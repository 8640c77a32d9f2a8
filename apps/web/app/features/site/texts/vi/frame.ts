import type en from "../en/frame.ts";
import type { TranslationOf } from "../shape.ts";

export default {
  name: "Kakehashi",
  description:
    "Kakehashi là công ty gia công phần mềm và tư vấn CNTT. Khách hàng, lập trình viên và phiên dịch viên làm việc ở cùng một nơi, mỗi người bằng ngôn ngữ của mình.",
  mainMenu: "Menu chính",
  openMenu: "Menu",
  closeMenu: "Đóng menu",
  home: "Trang chủ",
  service: "Dịch vụ",
  price: "Hình thức hợp tác",
  blog: "Blog",
  contact: "Liên hệ",
  policy: "Điều khoản",
  privacy: "Quyền riêng tư",
  cookies: "Cookie",
  consultant: "Gặp tư vấn viên",
  signIn: "Đăng nhập",
  signUp: "Đăng ký",
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
} satisfies TranslationOf<typeof en>;
