import type en from "../en/live.ts";
import type { Translation } from "../texts.ts";

export default {
  reconnecting: "Mất kết nối. Đang thử kết nối lại…",
  offline:
    "Bạn đang ngoại tuyến. Bạn vẫn đọc được các cuộc trò chuyện gần đây; tin nhắn sẽ được gửi khi có kết nối.",
  newMessage: "Tin nhắn mới",
  newVersion: "Đã có phiên bản mới của Kakehashi.",
  reload: "Tải lại",
  later: "Để sau",
} satisfies Translation<typeof en>;
