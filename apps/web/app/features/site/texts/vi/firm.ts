import type en from "../en/firm.ts";
import type { TranslationOf } from "../shape.ts";

export default {
  title: "Chúng tôi là ai",
  where: "Chúng tôi ở đâu",
  map: "Xem trên bản đồ",
  reply: "Thời gian phản hồi",
  email: "E-mail",
  phone: "Điện thoại",
  address: "Địa chỉ",
  registered: "Tên đăng ký",
  number: "Mã số đăng ký",
} as const satisfies TranslationOf<typeof en>;
