import type en from "../../en/stories/translations.ts";
import type { TranslationOfTexts } from "../../texts.ts";

export default {
  pane_translations: "Bản dịch",
  translationsNote:
    "Mọi nội dung của bot này: kịch bản, bài viết, cụm từ, câu trả lời mẫu và các lượt gửi hàng loạt đã lên lịch. Phiên dịch viên của bot dịch tại trang Bản dịch.",
  textsMissing_other: "Thiếu {{count}} nội dung",
  textsOutdated: "{{count}} đã cũ",
  textsComplete: "Đã có đủ nội dung",
  textsAsked: "Người yêu cầu: {{name}} · {{ago}}",
  textsWorking: "Đang dịch: {{names}}",
  textsNobodyYet: "Hiện chưa ai dịch",
  textsDone: "Đã dịch xong · {{ago}}",
  textsNoTranslator: "Chưa có ai trong bot này dịch được các nội dung này.",
  textsAddTranslator: "Thêm phiên dịch viên",
  textsAsk: "Yêu cầu dịch",
  textsAskMissing: "Yêu cầu dịch phần còn thiếu",
  textsWithdraw: "Rút lại yêu cầu",
  outdatedHere: "Bản dịch đã cũ trong kịch bản này",
  outdatedBlock: "Bản gốc đã thay đổi sau khi được dịch. Hãy kiểm tra lại, hoặc yêu cầu dịch.",
} as const satisfies TranslationOfTexts<typeof en>;
