import type en from "../en/service.ts";
import type { TranslationOf } from "../shape.ts";

export default {
  title: "Dịch vụ",
  description:
    "Gia công phần mềm, tư vấn CNTT, hạ tầng đám mây, chuyển đổi số và tự động hóa quy trình, với kỹ sư cầu nối và phiên dịch viên trong mỗi đội ngũ.",
  headline: "Đội ngũ làm phần mềm và những người chuyển trọn ý nghĩa",
  lead: "Dự án nào cũng có lập trình viên. Dự án của chúng tôi còn có kỹ sư cầu nối chịu trách nhiệm về đặc tả và phiên dịch viên chịu trách nhiệm về câu chữ.",
  services: {
    title: "Năm dịch vụ",
    items: [
      {
        title: "Gia công phần mềm",
        text: "Một nhóm lập trình viên trong mạng lưới của chúng tôi xây dựng hệ thống của bạn, hoặc một phần của nó.",
        points: [
          "Ứng dụng web, ứng dụng di động và hệ thống nghiệp vụ phía sau",
          "Đặc tả bằng ngôn ngữ của bạn và của đội ngũ, được kỹ sư cầu nối giữ cho luôn khớp nhau",
          "Tiến độ xem được bất cứ ngày nào, không phải xin báo cáo",
        ],
      },
      {
        title: "Tư vấn CNTT",
        text: "Trước hết là câu trả lời cho một câu hỏi: việc này có đáng làm không?",
        points: [
          "Xem xét hệ thống đang có và những việc mọi người đang làm quanh nó",
          "Đặt các phương án cạnh nhau, kèm cái giá phải trả nếu chọn sai",
          "Khuyến nghị bằng văn bản mà bạn dùng được dù không có chúng tôi",
        ],
      },
      {
        title: "Hạ tầng đám mây",
        text: "Những máy chủ mà không ai phải nhớ cách cài đặt.",
        points: [
          "Hạ tầng được mô tả bằng mã và được rà soát như mã",
          "Chuyển khỏi máy chủ riêng theo từng bước có thể quay lại",
          "Giám sát, sao lưu và khôi phục đã được kiểm thử",
        ],
      },
      {
        title: "Chuyển đổi số",
        text: "Từ tờ biểu mẫu đến màn hình, không mang theo những sai sót của tờ biểu mẫu.",
        points: [
          "Chúng tôi ngồi cùng người làm việc trực tiếp trước khi thiết kế bất cứ thứ gì",
          "Mỗi lần một quy trình, dùng được rồi mới sang quy trình tiếp theo",
          "Đào tạo và tài liệu bằng ngôn ngữ mà nhân viên của bạn đọc",
        ],
      },
      {
        title: "Tự động hóa quy trình",
        text: "Chương trình làm thay phần sao chép, đối chiếu và lưu trữ mà hôm nay con người làm bằng tay.",
        points: [
          "Danh sách việc đáng tự động hóa, kèm số giờ công phía sau",
          "Robot biết dừng lại và hỏi khi thấy điều bất thường",
          "Nhật ký đầy đủ về mọi việc chúng đã làm",
        ],
      },
    ],
  },
  people: {
    title: "Ai làm việc gì",
    items: [
      {
        title: "Khách hàng",
        text: "Bạn hiểu công việc và mục đích của nó. Bạn quyết định làm gì, theo thứ tự nào và ai làm.",
      },
      {
        title: "Kỹ sư cầu nối",
        text: "Kỹ sư thông thạo cả hai ngôn ngữ. Viết đặc tả, đặt những câu hỏi khó từ sớm và nhận ra khi hai người đang hiểu khác nhau.",
      },
      {
        title: "Lập trình viên",
        text: "Xây dựng, kiểm thử và giải thích. Hỏi bằng tiếng của mình khi có điều chưa rõ, và luôn có bản gốc của bạn bên cạnh.",
      },
      {
        title: "Phiên dịch viên",
        text: "Dịch ngay tại nơi cuộc trò chuyện diễn ra, giữ bảng thuật ngữ của dự án và xem lại khi bản gốc thay đổi.",
      },
      { title: "Hỗ trợ", text: "Trả lời suốt ngày đêm khi có sự cố và chuyển lại những gì rút ra được." },
    ],
  },
  quality: {
    title: "Chúng tôi giữ cho công việc minh bạch thế nào",
    items: [
      { title: "Câu chữ trước, mã sau", text: "Không xây dựng gì từ một câu mà chỉ một bên hiểu." },
      {
        title: "Mỗi dự án một bảng thuật ngữ",
        text: "Một thuật ngữ được dịch như nhau trong trò chuyện, trong đặc tả và trên màn hình.",
      },
      {
        title: "Tất cả ở một nơi",
        text: "Tin nhắn, tệp và quyết định ở lại trong phòng nơi chúng được đưa ra, và luôn tìm lại được.",
      },
      {
        title: "Từng bước nhỏ",
        text: "Bạn được xem phần chạy được từ sớm, thường xuyên, và có thể đổi ý khi việc đổi ý còn rẻ.",
      },
    ],
  },
  call: {
    title: "Chưa rõ mình cần dịch vụ nào?",
    text: "Hãy mô tả vấn đề. Tư vấn viên sẽ nói chúng tôi sẽ làm gì, và việc đó có cần đến chúng tôi không.",
  },
} satisfies TranslationOf<typeof en>;
