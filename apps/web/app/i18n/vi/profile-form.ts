import type en from "../en/profile-form.ts";
import type { TranslationOfTexts } from "../texts.ts";

export default {
  note: "Những gì người khác thấy về bạn, và là cơ sở để chúng tôi duyệt khi bạn yêu cầu kích hoạt.",
  picture: "Ảnh",
  choosePicture: "Chọn ảnh",
  pictureHint: "JPEG, PNG, WebP hoặc GIF, tối đa 5 MB.",
  pictureHintNeeded: "Ảnh đại diện (cần để kích hoạt). JPEG, PNG, WebP hoặc GIF, tối đa 5 MB.",
  cropTitle: "Chọn phần ảnh",
  cropArea: "Phần ảnh được giữ lại. Kéo hoặc dùng các phím mũi tên.",
  zoom: "Thu phóng",
  usePicture: "Dùng ảnh này",
  notPicture: "Tệp này không phải ảnh hợp lệ.",
  readingHint:
    "Cách đọc tên trong tiếng Nhật, ví dụ たなか あいこ. Người khác có thể tìm bạn theo cách đọc này.",
  latinNameHint: "Hiển thị cho người không đọc được tiếng Nhật.",
  descriptionHint: "Tối đa 500 ký tự.",
  optional: "{{label}} (không bắt buộc)",
  create: "Tạo hồ sơ",
  save: "Lưu thay đổi",
  saved: "Đã lưu hồ sơ.",
  request: "Gửi yêu cầu kích hoạt",
  requestTitle: "Gửi yêu cầu?",
  requestText:
    "Hồ sơ được lưu trước, sau đó quản trị viên sẽ xem xét và quyết định. Bạn sẽ nhận kết quả tại đây và qua e-mail.",
  requested: "Đã gửi yêu cầu kích hoạt.",
  needed: "{{label}} (cần để kích hoạt)",
  pictureNeeded: "Hãy thêm ảnh: cần có ảnh để kích hoạt.",
  descriptionNeeded: "Hãy giới thiệu về bạn: cần có phần này để kích hoạt.",
  descriptionNeededCompany: "Hãy giới thiệu về công ty: cần có phần này để kích hoạt.",
  created: "Đã tạo hồ sơ. Bước tiếp theo: gửi yêu cầu kích hoạt.",
  newer: "Hồ sơ này đã được thay đổi trong một thẻ hoặc thiết bị khác.",
  takeNewer: "Xem bản mới",
  keepMine: "Giữ nội dung tôi đã nhập",
  leaveTitle: "Rời đi mà không lưu?",
  leaveText: "Hồ sơ của bạn chưa được lưu. Những thay đổi sẽ bị mất.",
  leaveAction: "Rời đi",
} satisfies TranslationOfTexts<typeof en>;
