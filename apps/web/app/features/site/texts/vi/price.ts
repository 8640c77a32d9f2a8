import type en from "../en/price.ts";
import type { TranslationOf } from "../shape.ts";

export default {
  title: "Hình thức hợp tác",
  description:
    "Các cách hợp tác: mỗi gói gồm những gì, phù hợp khi nào và gói nào cũng có gì. Tư vấn viên gửi bạn con số bằng văn bản.",
  headline: "Các cách cùng làm việc",
  lead: "Một mức giá khi chưa biết yêu cầu của bạn chỉ là phỏng đoán, nên ở đây không có. Hãy nói bạn cần gì, tư vấn viên sẽ trả lời bằng một con số cùng những gì nó bao gồm, bằng văn bản.",
  leadPriced:
    "Chi phí của một gói tùy vào điều bạn cần. Hãy cho chúng tôi biết, tư vấn viên sẽ trả lời bằng một con số cho đúng trường hợp của bạn cùng những gì nó bao gồm, bằng văn bản.",
  ask: "Yêu cầu báo giá",
  talk: "Trao đổi với tư vấn viên",
  periods: { PROJECT: "dự án", MONTH: "tháng", HOUR: "giờ" },
  suits: "Phù hợp khi",
  includes: "Bao gồm",
  always: {
    title: "Gói nào cũng có",
    items: [
      "Hỗ trợ suốt ngày đêm",
      "Người thật dịch ngay trong các cuộc trò chuyện của dự án",
      "Không gian làm việc cho mọi người tham gia",
      "Bảng thuật ngữ và đặc tả ở lại với dự án",
    ],
  },
  faq: {
    title: "Những câu hỏi đầu tiên",
    unpriced: {
      question: "Vì sao không có bảng giá cụ thể?",
      answer:
        "Hai hệ thống cùng tên gọi có thể khác xa nhau về khối lượng công việc. Một con số bỏ qua điều đó không giúp được ai. Hãy gửi vài câu mô tả, bạn sẽ nhận con số cho đúng trường hợp của mình.",
    },
    items: [
      {
        question: "Tôi có thể viết bằng ngôn ngữ nào?",
        answer:
          "Tiếng Việt, tiếng Anh hoặc tiếng Nhật. Trong không gian làm việc, ai cũng viết bằng ngôn ngữ của mình và phiên dịch viên làm việc ngay trong cuộc trò chuyện.",
      },
      {
        question: "Báo giá gồm những gì?",
        answer:
          "Sẽ làm gì, ai làm, giá bao nhiêu, không bao gồm những gì và báo giá có hiệu lực đến khi nào.",
      },
      {
        question: "Sản phẩm làm ra thuộc về ai?",
        answer: "Hợp đồng ghi rõ điều đó bằng cả hai ngôn ngữ trước khi bắt đầu.",
      },
      {
        question: "Tôi có thể nói chuyện trước với ai đó không?",
        answer:
          "Được. Hãy để lại số điện thoại trong biểu mẫu liên hệ và cho biết lúc nào tiện. Tư vấn viên sẽ gọi lại.",
      },
    ],
  },
} satisfies TranslationOf<typeof en>;
