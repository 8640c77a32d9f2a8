import type en from "../en/search-filters.ts";
import type { TranslationOfTexts } from "../texts.ts";

export default {
  hint: "Thu hẹp kết quả bằng cách gõ “from:tên”, “in:cuộc trò chuyện”, “has:file”, “before:2026-11-20”, “after:” hoặc “on:” kèm một ngày.",
  people: "Mọi người",
  rooms: "Cuộc trò chuyện",
  kinds: "Tin nhắn có kèm",
  days: "Ngày",
  unknownPerson:
    "Không có ai tên “{{name}}” trong các cuộc trò chuyện của bạn. Bộ lọc này chưa được áp dụng.",
  unknownRoom: "Bạn không có cuộc trò chuyện nào tên “{{name}}”. Bộ lọc này chưa được áp dụng.",
  unknownKind:
    "Không tìm được tin nhắn theo “{{name}}”. Hãy gõ tệp, ảnh, video, “âm thanh” hoặc link. Bộ lọc này chưa được áp dụng.",
  unknownDay: "“{{name}}” không phải là một ngày. Hãy viết như 2026-11-20. Bộ lọc này chưa được áp dụng.",
  dayHint: "Viết ngày theo dạng 2026-11-20.",
  backwards: "Ngày bắt đầu của bộ lọc nằm sau ngày kết thúc.",
  failed: "Không tra được “{{name}}”.",
  remove: "Bỏ bộ lọc “{{filter}}”",
  noResultFiltered: "Không có kết quả với bộ lọc này",
  beginTitle: "Tìm trong mọi nội dung bạn được đọc",
  beginText:
    "Không cần gõ dấu: “du an” tìm thấy “dự án”, “ﾃｽﾄ” tìm thấy “テスト”. Đặt cụm từ trong dấu ngoặc kép để giữ các từ đi liền nhau.",
  types: "Tìm trong",
  filters: "Bộ lọc",
  from: "Người gửi",
  anybody: "Bất kỳ ai",
  anywhere: "Bất kỳ đâu",
  findPerson: "Tìm một người",
  findConversation: "Tìm cuộc trò chuyện",
  after: "Từ ngày",
  before: "Đến ngày",
  has: "Có kèm",
  anything: "Bất kỳ",
  hasFile: "Tệp",
  hasImage: "Hình ảnh",
  hasVideo: "Video",
  hasAudio: "Âm thanh",
  hasLink: "Liên kết",
  clear: "Xóa bộ lọc",
  inThread: "trong chuỗi trả lời",
  found: "Đã hiển thị kết quả",
  placeholder: "Tìm kiếm",
} satisfies TranslationOfTexts<typeof en>;
