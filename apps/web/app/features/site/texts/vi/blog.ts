import type en from "../en/blog.ts";
import type { TranslationOf } from "../shape.ts";

export default {
  title: "Blog",
  description:
    "Những bài viết thực tế về dự án phần mềm đa ngôn ngữ: bản yêu cầu, kỹ sư cầu nối, bảng thuật ngữ, rà soát, ước lượng và múi giờ.",
  headline: "Ghi chép về làm việc đa ngôn ngữ",
  lead: "Những điều chúng tôi học được về bản yêu cầu, đặc tả và những con người không cùng tiếng mẹ đẻ. Viết ra để dùng được.",
  latest: "Mới nhất",
  mostViewed: "Xem nhiều nhất",
  all: "Tất cả bài viết",
  related: "Bài viết liên quan",
  minutes: "phút đọc",
  readers: "người đọc",
  published: "Đăng ngày",
  updated: "Cập nhật",
  contents: "Trong bài này",
  newer: "Bài mới hơn",
  older: "Bài cũ hơn",
  page: "Trang",
  by: "Tác giả",
  empty: "Chưa có bài viết nào. Mời bạn quay lại sau hoặc đăng ký nguồn tin.",
  feed: "Theo dõi qua RSS",
  search: "Tìm trong các bài viết",
  searchAction: "Tìm",
  found: "Bài viết tìm thấy",
  nothingFound: "Không có bài viết nào chứa tất cả những từ này. Hãy thử ít từ hơn hoặc từ khác.",
} satisfies TranslationOf<typeof en>;
