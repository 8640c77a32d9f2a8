import type en from "../en/emojis.ts";
import type { TranslationOfTexts } from "../texts.ts";

export default {
  search: "Tìm biểu tượng cảm xúc",
  groups: "Các nhóm biểu tượng",
  found: "Kết quả",
  used: "Dùng gần đây",
  nothing: "Không có biểu tượng nào tên như vậy.",
  tone: "Màu da",
  toneNumber: "Màu da {{number}}",
  smileys: "Mặt cười và cảm xúc",
  people: "Con người và bàn tay",
  animals: "Động vật và thiên nhiên",
  food: "Đồ ăn và thức uống",
  travel: "Du lịch và địa điểm",
  activities: "Hoạt động",
  objects: "Đồ vật",
  symbols: "Ký hiệu",
  flags: "Cờ",
} as const satisfies TranslationOfTexts<typeof en>;
