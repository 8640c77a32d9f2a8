import type en from "../en/keys.ts";
import type { Translation } from "../texts.ts";

export default {
  title: "Phím tắt",
  everywhere: "Mọi nơi",
  help: "Hiện các phím tắt này",
  go: "Chuyển nhanh",
  search: "Tìm trong cuộc trò chuyện này",
  previous: "Cuộc trò chuyện trước",
  next: "Cuộc trò chuyện sau",
  tab: "Đến phần tiếp theo của trang",
  escape: "Đóng, thôi chỉnh sửa, hoặc đánh dấu đã đọc tất cả",
  writing: "Khi đang viết",
  send: "Gửi",
  line: "Xuống dòng",
  editLast: "Sửa tin nhắn cuối của tôi (khi ô trống)",
  bold: "Chữ đậm",
  italic: "Chữ nghiêng",
  mention: "Nhắc tên ai đó",
  emoji: "Tìm biểu tượng theo tên",
  onMessage: "Trên một tin nhắn",
  move: "Tin nhắn trước và sau",
} satisfies Translation<typeof en>;
