import type en from "../en/two-step.ts";
import type { TranslationOfTexts } from "../texts.ts";

export default {
  googleTitle: "Đăng nhập bằng Google",
  googleOff: "Đăng nhập không cần mật khẩu bằng tài khoản Google có địa chỉ {{email}}.",
  googleOn: "Bạn có thể đăng nhập bằng tài khoản Google {{email}}.",
  googleLink: "Liên kết tài khoản Google",
  googleUnlink: "Hủy liên kết",
  googleUnlinkText: "Sau đó, bạn đăng nhập bằng mật khẩu.",
  googleUnlinked: "Đã gỡ đăng nhập bằng Google.",
  offNote:
    "Sau mật khẩu, bạn cần nhập thêm mã từ một ứng dụng trên điện thoại. Khi đó, chỉ lộ mật khẩu thôi thì chưa ai vào được tài khoản.",
  turnOn: "Bật",
  on: "Đang bật",
  onSince: "Từ {{date}}. Khi đăng nhập, bạn cần mật khẩu và mã từ ứng dụng xác thực.",
  codesLeft_other: "Còn {{count}} mã khôi phục.",
  newCodes: "Tạo mã khôi phục mới",
  turnOff: "Tắt",
  turnOffNote: "Sau đó, bạn chỉ cần mật khẩu để đăng nhập.",
  newCodesNote: "Các mã khôi phục hiện có sẽ không dùng được nữa.",
  turnedOff: "Đã tắt xác minh hai bước.",
  turnedOn: "Đã bật xác minh hai bước.",
  passwordNote: "Trước tiên, vui lòng nhập lại mật khẩu.",
  scanNote:
    "Quét mã này bằng ứng dụng xác thực (ví dụ Google Authenticator, Microsoft Authenticator hoặc 1Password).",
  qrLabel: "Mã QR chứa khóa bí mật cho ứng dụng xác thực",
  qrFailed: "Không tải được hình. Hãy nhập khóa vào ứng dụng.",
  typeNote: "Không quét được? Hãy nhập khóa này vào ứng dụng:",
  copySecret: "Sao chép khóa",
  copied: "Đã sao chép.",
  firstCode: "Sáu chữ số ứng dụng đang hiển thị",
  confirm: "Xác nhận",
  codesTitle: "Mã khôi phục của bạn",
  codesNote:
    "Khi không có điện thoại, mỗi mã dưới đây giúp bạn đăng nhập một lần. Các mã chỉ được hiển thị lúc này: hãy cất ở nơi an toàn.",
  copy: "Sao chép",
  download: "Tải xuống",
  print: "In",
  saved: "Tôi đã lưu lại",
  fileHead: "Mã khôi phục Kakehashi của {{email}}. Mỗi mã dùng được một lần.",
} satisfies TranslationOfTexts<typeof en>;
