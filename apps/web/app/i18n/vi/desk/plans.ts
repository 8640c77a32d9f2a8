import type en from "../../en/desk/plans.ts";
import type { TranslationOfTexts } from "../../texts.ts";

export default {
  plansNote:
    "Hiện trên trang “Hình thức hợp tác” theo thứ tự này. Gói không có giá sẽ mời người đọc trao đổi với tư vấn viên.",
  newPlan: "Gói mới",
  planShown: "Đang hiện",
  planHidden: "Đang ẩn",
  show: "Hiện",
  hide: "Ẩn",
  noPlans: "Chưa có gói nào",
  noPlansText: "Khi đó trang “Hình thức hợp tác” chỉ nêu những gì gói nào cũng có.",
  planConflict:
    "{{name}} đã lưu gói này lúc {{when}}, sau khi bạn mở nó. Những gì bạn nhập vẫn ở đây và chưa được lưu. Đây là bản kia:",
  editPlan: "Sửa gói",
  planTitle: "Tên",
  planText: "Mô tả trong một câu",
  planSuits: "Phù hợp khi …",
  planPoints: "Các mục bao gồm (mỗi dòng một mục)",
  amount: "Giá",
  amountHint: "Để trống để hiện “trao đổi với tư vấn viên”.",
  currency: "Tiền tệ",
  period: "Tính theo",
  period_PROJECT: "dự án",
  period_MONTH: "tháng",
  period_HOUR: "giờ",
  removePlanText: "Gói sẽ biến mất khỏi trang “Hình thức hợp tác”. Không thể hoàn tác.",
  noAmount: "Trao đổi với tư vấn viên",
  openPrice: "Mở trang “Hình thức hợp tác”",
  order: "Thứ tự",
} as const satisfies TranslationOfTexts<typeof en>;
