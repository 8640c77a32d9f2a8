import type en from "../en/live.ts";
import type { TranslationOfTexts } from "../texts.ts";

export default {
  reconnecting: "Mất kết nối. Đang thử kết nối lại…",
  offline: "Bạn đang ngoại tuyến. Vẫn đọc được tin gần đây; tin bạn viết sẽ được gửi khi có mạng.",
  newMessage: "Tin nhắn mới",
  newVersion: "Đã có phiên bản mới của Kakehashi.",
  reload: "Tải lại",
  later: "Để sau",
} satisfies TranslationOfTexts<typeof en>;
