import type en from "../en/table.ts";
import type { TranslationOfTexts } from "../texts.ts";

export default {
  fromDay: "Từ ngày",
  toDay: "Đến ngày",
  all: "Tất cả",
  csv: "Xuất CSV",
  empty: "Chưa có gì ở đây",
  emptyText: "Mục mới sẽ hiện ở đây.",
  none: "Không tìm thấy",
  noneText: "Hãy thử từ khóa hoặc bộ lọc khác.",
  previous: "Trước",
  next: "Sau",
  page: "{{from}}–{{to}} trên {{total}}",
  open: "Mở",
  drag: "Di chuyển: {{name}}",
  dragHint: "Nhấn phím mũi tên lên hoặc xuống để di chuyển mục này.",
  moved: "{{name}}: vị trí {{position}} trên {{total}}",
} satisfies TranslationOfTexts<typeof en>;
