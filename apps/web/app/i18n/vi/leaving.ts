import type en from "../en/leaving.ts";
import type { TranslationOfTexts } from "../texts.ts";

export default {
  dataTitle: "Tải dữ liệu của tôi",
  dataText:
    "Một tệp zip gồm tài khoản, hồ sơ, cài đặt, các lần đăng nhập, tin nhắn, tệp, thông báo và những gì nhật ký kiểm tra ghi về bạn.",
  dataAsk: "Chuẩn bị dữ liệu",
  dataAgain: "Chuẩn bị lại",
  dataWriting: "Đang tập hợp dữ liệu của bạn…",
  dataLeave: "Bạn có thể rời trang này: chúng tôi sẽ báo cho bạn khi hoàn tất.",
  dataDownload: "Tải về ({{size}})",
  dataUntil: "Có thể tải về đến {{time}}.",
  dataFailed: "Không tập hợp được dữ liệu. Vui lòng thử lại.",
  deleteTitle: "Xóa tài khoản",
  deleteText:
    "Tài khoản sẽ bị xóa sau {{days}} ngày kể từ khi bạn yêu cầu. Trước đó bạn có thể đăng nhập và giữ lại tài khoản.",
  deleteGone: "Mất vĩnh viễn: tên, hồ sơ, ảnh, cài đặt, ghi chú, bản nháp và các phiên đăng nhập.",
  deleteStays: "Tin nhắn bạn đã gửi vẫn còn trong các cuộc trò chuyện, dưới tên người dùng đã xóa.",
  deleteExport: "Bạn nên tải dữ liệu của mình trước.",
  deleteAsk: "Xóa tài khoản…",
  deleteSure: "Xóa tài khoản của bạn?",
  deleteHow:
    "Bạn sẽ bị đăng xuất ở mọi nơi. Trong vòng {{days}} ngày bạn có thể quay lại và giữ tài khoản; sau đó không thể khôi phục.",
  deleteType: "Nhập địa chỉ của bạn để xác nhận: {{email}}",
  deleteAct: "Xóa tài khoản",
  planned: "Tài khoản của bạn sẽ bị xóa vào {{time}}.",
  keep: "Giữ lại tài khoản",
  kept: "Tài khoản được giữ lại.",
  keepTitle: "Giữ lại tài khoản?",
  keepText:
    "Theo yêu cầu của bạn, tài khoản sẽ bị xóa vào {{time}}. Bạn có thể hủy yêu cầu ngay bây giờ, hoặc bất cứ lúc nào trước thời điểm đó.",
} satisfies TranslationOfTexts<typeof en>;
