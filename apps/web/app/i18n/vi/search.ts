import type en from "../en/search.ts";
import type { TranslationOfTexts } from "../texts.ts";

export default {
  title: "Tìm kiếm",
  label: "Tìm tin nhắn, tệp, người và cuộc trò chuyện",
  go: "Đi đến một người, cuộc trò chuyện, trang hoặc tin nhắn",
  goPlaceholder: "Bạn muốn đi đâu, hay đang tìm gì?",
  all: "Tất cả",
  messages: "Tin nhắn",
  files: "Tệp",
  people: "Mọi người",
  conversations: "Cuộc trò chuyện",
  pages: "Trang",
  in: "Trong",
  unknown: "Không rõ",
  noResult: "Không có kết quả cho “{{query}}”",
  suggestion: "Hãy thử từ khóa khác hoặc ít từ hơn.",
  more: "Xem thêm",
  showAll: "Tìm “{{query}}” trong mọi tin nhắn",
} satisfies TranslationOfTexts<typeof en>;
