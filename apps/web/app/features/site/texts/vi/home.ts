import type en from "../en/home.ts";
import type { TranslationOf } from "../shape.ts";

export default {
  title: "Gia công phần mềm bằng chính ngôn ngữ của bạn",
  description:
    "Hơn 50 lập trình viên, hỗ trợ suốt ngày đêm và phiên dịch viên ngay trong từng cuộc trò chuyện. Hạ tầng đám mây, chuyển đổi số và tự động hóa quy trình.",
  kicker: "Gia công phần mềm và tư vấn CNTT",
  headline: ["Bạn nói tiếng của bạn.", "Chúng tôi làm phần mềm."],
  lead: "Hơn 50 lập trình viên, kỹ sư cầu nối hiểu cả hai phía và phiên dịch viên ngay trong cuộc trò chuyện. Bạn viết theo cách mình nghĩ, luôn có người chuyển ý sang ngôn ngữ kia.",
  seeHow: "Xem một dự án diễn ra thế nào",
  shots: {
    room: "Một phòng trong không gian làm việc: khách hàng viết tiếng Nhật, lập trình viên viết tiếng Việt, một kỹ sư viết tiếng Anh, và phiên dịch viên nói lại bằng tiếng Việt điều khách hàng yêu cầu",
    phone: "Cùng phòng đó trên điện thoại",
    note: "Không gian làm việc thật, với dữ liệu minh họa.",
  },
  what: {
    title: "Chúng tôi làm gì",
    lead: "Chúng tôi nhận trọn một hệ thống, hoặc cùng làm với đội ngũ sẵn có của bạn.",
    items: [
      {
        title: "Gia công phần mềm",
        text: "Hệ thống web, di động và nghiệp vụ, từ phác thảo đầu tiên đến ngày phát hành. Kỹ sư cầu nối chịu trách nhiệm về đặc tả ở cả hai ngôn ngữ.",
      },
      {
        title: "Tư vấn CNTT",
        text: "Nên làm gì trước, nên mua gì, nên để yên cái gì. Bạn nhận ý kiến của chúng tôi bằng văn bản trước khi có dòng mã nào.",
      },
      {
        title: "Hạ tầng đám mây",
        text: "Hệ thống được mô tả bằng mã, được theo dõi ngày đêm và được chuyển đổi theo từng bước có thể quay lại.",
      },
      {
        title: "Chuyển đổi số",
        text: "Chúng tôi lần theo một tờ biểu mẫu hay một bảng tính qua từng phòng ban, rồi thay bằng công cụ mà nhân viên của bạn muốn dùng.",
      },
      {
        title: "Tự động hóa quy trình",
        text: "Chép dữ liệu từ màn hình này sang màn hình khác là việc của máy. Chúng tôi tìm ra, tự động hóa và cho bạn thấy máy đã làm gì.",
      },
    ],
  },
  words: {
    title: "Không điều gì rơi mất giữa hai ngôn ngữ",
    lead: "Dự án xuyên biên giới hiếm khi vấp ở mã nguồn. Nó vấp ở một câu mà hai người hiểu theo hai cách. Vì vậy ở đây, dịch là một phần của công việc, không phải tệp đính kèm gửi sau.",
    points: [
      {
        title: "Do người thật dịch",
        text: "Hãy đánh dấu tin nhắn cần dịch kỹ. Phiên dịch viên trong phòng sẽ nói rõ ý, dựa trên các tin xung quanh.",
      },
      {
        title: "Bản gốc luôn còn đó",
        text: "Những gì bạn viết không bao giờ bị thay thế. Người đọc bản dịch chỉ cần chạm một lần là thấy nguyên văn của bạn.",
      },
      {
        title: "Sửa là thấy ngay",
        text: "Tin nhắn đã sửa được ghi rõ là đã sửa, và câu chữ trước đó vẫn đọc được. Không ai phải đoán.",
      },
    ],
  },
  steps: {
    title: "Một dự án diễn ra thế nào",
    lead: "Năm bước, bước nào cũng có người phụ trách.",
    items: [
      {
        title: "Trao đổi",
        who: "Bạn và tư vấn viên",
        text: "Hãy kể điều gì sẽ khác đi khi dự án hoàn thành. Chỉ cần vài câu, không cần từ chuyên môn.",
      },
      {
        title: "Đặc tả",
        who: "Kỹ sư cầu nối",
        text: "Yêu cầu của bạn trở thành bản đặc tả có cùng một nghĩa ở cả hai ngôn ngữ. Bạn duyệt câu chữ trước khi viết mã.",
      },
      {
        title: "Đội ngũ",
        who: "Bạn chọn",
        text: "Chúng tôi đề xuất lập trình viên và phiên dịch viên. Bạn gặp họ và quyết định ai tham gia.",
      },
      {
        title: "Xây dựng",
        who: "Cả đội ngũ",
        text: "Bạn và đội ngũ ở chung một phòng. Ai cũng viết bằng ngôn ngữ của mình, và bạn sớm được xem phần mềm chạy được.",
      },
      {
        title: "Chăm sóc",
        who: "Hỗ trợ suốt ngày đêm",
        text: "Hệ thống được bàn giao kèm tài liệu bằng cả hai ngôn ngữ, và bộ phận hỗ trợ luôn ở trong tầm liên lạc.",
      },
    ],
  },
  products: {
    title: "Ba sản phẩm của chính chúng tôi",
    lead: "Mỗi sản phẩm thay cho một danh sách mà ai đó đang ghi tay.",
    items: [
      {
        title: "Theo dõi tiến độ dự án",
        text: "Việc gì đã xong, việc gì đang kẹt, ai đang chờ ai, tất cả trên một trang mà khách hàng đọc hiểu không cần họp.",
      },
      {
        title: "Đặt lịch và quản lý cửa hàng",
        text: "Lịch hẹn, nhân viên, kho hàng và khách hàng cho những cửa hàng có nhiều việc đáng làm hơn là ghi sổ.",
      },
      {
        title: "Sàn việc làm tự do",
        text: "Khách hàng đăng việc, lập trình viên và phiên dịch viên ứng tuyển, hai bên cùng thấy hồ sơ đang ở bước nào.",
      },
    ],
  },
  figures: {
    title: "Công ty qua những con số",
    items: [
      { value: "50+", text: "lập trình viên trong mạng lưới" },
      { value: "24 giờ", text: "hỗ trợ suốt ngày đêm" },
      { value: "3", text: "ngôn ngữ trong một cuộc trò chuyện: Anh, Việt, Nhật" },
    ],
  },
  blog: { title: "Từ blog", all: "Tất cả bài viết" },
  call: {
    title: "Hãy kể về dự\u00a0án của bạn",
    text: "Chỉ cần vài câu, bằng tiếng Việt, tiếng Anh hoặc tiếng Nhật. Tư vấn viên sẽ đọc và phản hồi.",
  },
} satisfies TranslationOf<typeof en>;
