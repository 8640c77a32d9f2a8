import type en from "../en/pdf.ts";
import type { TranslationOfTexts } from "../texts.ts";

export default {
  loading: "Đang mở tệp PDF",
  pages: "Các trang",
  page: "Trang {{number}}",
  position: "Trang {{index}}/{{count}}",
  pageLost: "Không hiển thị được trang {{number}}.",
  onlyFirst: "Chỉ hiển thị {{count}} trang đầu. Hãy tải tệp xuống để đọc các trang còn lại.",
  zoom: "{{percent}}%",
  zoomIn: "Phóng to",
  zoomOut: "Thu nhỏ",
  fitWidth: "Vừa chiều rộng",
  password: "Tệp PDF này được bảo vệ bằng mật khẩu. Hãy tải xuống để mở bằng chương trình khác.",
  broken: "Tệp PDF này bị hỏng hoặc không phải là PDF. Bạn vẫn có thể tải xuống.",
  unreached: "Không tải được tệp PDF.",
} satisfies TranslationOfTexts<typeof en>;
