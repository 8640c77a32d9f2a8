import type en from "../en/live.ts";
import type { Translation } from "../texts.ts";

export default {
  reconnecting: "Mất kết nối. Đang thử kết nối lại…",
  newVersion: "Đã có phiên bản mới của Kakehashi.",
  reload: "Tải lại",
  later: "Để sau",
} satisfies Translation<typeof en>;
