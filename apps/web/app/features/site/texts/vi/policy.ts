import type en from "../en/policy.ts";
import type { TranslationOf } from "../shape.ts";

export default {
  title: "Điều khoản sử dụng",
  description:
    "Các điều khoản sử dụng trang và không gian làm việc của Kakehashi: mười điều, bằng lời lẽ dễ hiểu.",
  headline: "Điều khoản sử dụng",
  lead: "Các điều khoản này là thỏa thuận giữa bạn và Kakehashi về việc sử dụng trang và không gian làm việc của chúng tôi. Chúng tôi cố gắng viết cho dễ đọc.",
  inForce: "Có hiệu lực từ",
  contents: "Mục lục",
  article: "Điều",
  sections: [
    {
      id: "scope",
      title: "Phạm vi áp dụng",
      clauses: [
        [
          "Các điều khoản này áp dụng cho mọi người sử dụng trang và không gian làm việc của Kakehashi (“dịch vụ”), bất kể vai trò và loại tài khoản.",
        ],
        [
          "Khi đăng ký, bạn chấp nhận các điều khoản này. Phiên bản bạn đã chấp nhận được lưu cùng tài khoản.",
        ],
        [
          "Công việc của một dự án được thỏa thuận trong hợp đồng riêng giữa khách hàng và chúng tôi. Nếu hợp đồng đó khác với các điều khoản này thì hợp đồng được ưu tiên đối với dự án đó.",
        ],
        [
          "Chúng tôi có thể thay đổi các điều khoản này khi pháp luật, dịch vụ hoặc yêu cầu an toàn đòi hỏi. Thay đổi được thông báo trong dịch vụ ít nhất 30 ngày trước khi có hiệu lực, trừ khi pháp luật yêu cầu sớm hơn. Nếu không đồng ý, bạn có thể hủy đăng ký trước ngày đó; người tiếp tục sử dụng sau ngày đó chịu ràng buộc bởi phiên bản mới.",
        ],
        [
          "Các điều khoản này có bản tiếng Anh và bản tiếng Việt với cùng một nội dung. Nếu hai bản khác nhau, bản bằng ngôn ngữ mà bạn đã chấp nhận sẽ được áp dụng.",
        ],
      ],
    },
    {
      id: "definitions",
      title: "Định nghĩa",
      clauses: [
        [
          "Trong các điều khoản này:",
          "“chúng tôi” là công ty vận hành Kakehashi;",
          "“người dùng” là cá nhân hoặc công ty có tài khoản đã đăng ký;",
          "“khách hàng” là người dùng giao dự án; “lập trình viên” là người xây dựng; “phiên dịch viên” là người dịch; “kỹ sư cầu nối” là người kết nối hai phía cả về ngôn ngữ lẫn kỹ thuật;",
          "“hồ sơ” là những gì người dùng cho biết về bản thân hoặc công ty của mình và được chúng tôi kiểm tra trước khi kích hoạt;",
          "“dự án” là công việc của khách hàng, cùng những người thực hiện và những gì họ làm ra cho công việc đó;",
          "“nội dung” là tất cả những gì người dùng đưa vào dịch vụ: tin nhắn, bản dịch, tệp, hồ sơ.",
        ],
      ],
    },
    {
      id: "registration",
      title: "Đăng ký",
      clauses: [
        [
          "Để đăng ký, bạn cung cấp địa chỉ e-mail, mật khẩu và xác nhận địa chỉ qua liên kết chúng tôi gửi đến. Liên kết có hiệu lực trong 24 giờ.",
        ],
        [
          "Bạn phải đủ tuổi chịu trách nhiệm dân sự theo pháp luật nơi bạn sinh sống. Người đăng ký cho một công ty cam đoan rằng mình có quyền đại diện cho công ty đó.",
        ],
        [
          "Mỗi người có một tài khoản và chỉ người đó sử dụng. Công ty đăng ký cho mỗi người làm việc với dịch vụ một tài khoản riêng.",
        ],
        [
          "Mọi tài khoản đã xác nhận đều có thể đọc và trò chuyện. Nếu một chức năng cần hồ sơ đã được chúng tôi chấp nhận, dịch vụ sẽ nêu rõ điều đó.",
        ],
        [
          "Chúng tôi có thể từ chối một đăng ký hoặc một hồ sơ và nêu rõ lý do, đặc biệt khi",
          "thông tin cung cấp sai hoặc thiếu;",
          "người đăng ký từng bị loại khỏi dịch vụ;",
          "có cơ sở cho rằng các điều khoản này sẽ bị vi phạm.",
        ],
      ],
    },
    {
      id: "accuracy",
      title: "Tính chính xác của dữ liệu",
      clauses: [
        [
          "Thông tin trong tài khoản và hồ sơ phải đúng, đầy đủ và do bạn cập nhật. Điều gì thay đổi, bạn tự sửa trong dịch vụ.",
        ],
        [
          "Chúng tôi gửi thông báo đến địa chỉ e-mail đã đăng ký. Nếu địa chỉ không còn dùng được, bạn có trách nhiệm thay đổi; thông báo đã gửi đến đó được coi là đã nhận.",
        ],
        [
          "Chúng tôi có thể yêu cầu bằng chứng cho những gì hồ sơ nêu và tạm hoãn kích hoạt cho đến khi nhận được.",
        ],
        ["Thiệt hại phát sinh do thông tin đăng ký sai hoặc đã cũ do người đăng ký thông tin đó chịu."],
      ],
    },
    {
      id: "password",
      title: "Quản lý mật khẩu và tài khoản",
      clauses: [
        [
          "Bạn giữ kín mật khẩu và chọn mật khẩu không dùng ở nơi khác. Không ai ở Kakehashi hỏi mật khẩu của bạn.",
        ],
        ["Không được cho mượn, dùng chung, bán hoặc chuyển nhượng tài khoản."],
        [
          "Những việc thực hiện bằng tài khoản của bạn được coi là do bạn làm, trừ khi bạn không thể ngăn được.",
        ],
        [
          "Nếu bạn cho rằng người khác biết mật khẩu hoặc đang dùng tài khoản của mình, hãy đổi mật khẩu ngay, việc này sẽ kết thúc mọi phiên đang mở, và báo cho chúng tôi.",
        ],
        ["Chúng tôi chỉ lưu mật khẩu ở dạng không thể đọc ngược lại."],
      ],
    },
    {
      id: "service",
      title: "Cung cấp dịch vụ",
      clauses: [
        [
          "Chúng tôi cung cấp dịch vụ theo hiện trạng từng thời điểm: trò chuyện, tệp, thông báo và những gì đi cùng. Chúng tôi tiếp tục phát triển và có thể thay đổi, thêm hoặc bỏ chức năng; nếu thay đổi làm mất điều mà người dùng đang dựa vào, chúng tôi sẽ thông báo trước.",
        ],
        [
          "Chúng tôi nỗ lực giữ cho dịch vụ luôn sẵn sàng nhưng không thể hứa rằng dịch vụ không bao giờ gặp sự cố.",
        ],
        [
          "Chúng tôi có thể tạm ngừng toàn bộ hoặc một phần dịch vụ khi",
          "cần bảo trì hoặc sửa chữa khẩn cấp;",
          "mạng, nguồn điện hoặc dịch vụ của bên khác gặp sự cố;",
          "thiên tai, yêu cầu của cơ quan có thẩm quyền hoặc sự kiện ngoài tầm kiểm soát khiến việc cung cấp không thể thực hiện.",
        ],
        ["Việc bảo trì có kế hoạch được thông báo trong dịch vụ."],
        [
          "Bản dịch do con người thực hiện cẩn thận. Bản gốc vẫn là điều mà tác giả đã nói. Với câu có ý nghĩa pháp lý hoặc tài chính, hãy đối chiếu với bản gốc trước khi hành động.",
        ],
        ["Bạn tự chuẩn bị thiết bị và kết nối mạng."],
      ],
    },
    {
      id: "prohibited",
      title: "Hành vi bị cấm",
      clauses: [
        [
          "Khi sử dụng dịch vụ, không ai được",
          "vi phạm pháp luật hoặc giúp người khác vi phạm;",
          "mạo danh người khác hoặc cung cấp thông tin sai;",
          "xâm phạm quyền của người khác, đặc biệt là quyền tác giả, bí mật kinh doanh, đời tư và dữ liệu cá nhân;",
          "xúc phạm, đe dọa, quấy rối hoặc phân biệt đối xử;",
          "tiết lộ điều đã nói hoặc chia sẻ trong dự án cho người ngoài dự án khi khách hàng chưa đồng ý;",
          "gửi quảng cáo hoặc tin nhắn hàng loạt không ai yêu cầu;",
          "tải lên chương trình gây hại, dò tìm lỗ hổng khi chưa được chúng tôi đồng ý hoặc vượt qua các giới hạn và biện pháp bảo vệ;",
          "thu thập dữ liệu của dịch vụ bằng công cụ tự động hoặc gây tải làm ảnh hưởng đến người khác;",
          "dùng dịch vụ để lôi kéo thành viên dự án rời bỏ thỏa thuận của họ;",
          "làm những việc tương tự các hành vi nêu trên.",
        ],
        ["Nếu thấy hành vi như vậy, hãy báo cho chúng tôi. Chúng tôi xem xét mọi phản ánh."],
      ],
    },
    {
      id: "suspension",
      title: "Tạm ngừng sử dụng",
      clauses: [
        [
          "Nếu người dùng vi phạm các điều khoản này, chúng tôi có thể cảnh báo, gỡ nội dung liên quan, từ chối hoặc ngừng kích hoạt hồ sơ, hoặc khóa tài khoản, tùy theo mức đủ để chấm dứt vi phạm.",
        ],
        ["Tài khoản bị khóa vẫn đọc được những gì trước đó đọc được nhưng không thể viết."],
        [
          "Trước khi khóa một tài khoản, chúng tôi cho người dùng biết lý do và lắng nghe ý kiến của họ, trừ khi mức độ nguy hại không cho phép chờ. Trong trường hợp đó, chúng tôi lắng nghe ngay sau đó.",
        ],
        [
          "Lý do luôn được thông báo cho người dùng và được ghi lại. Ai cho rằng lý do không đúng có thể viết cho chúng tôi qua biểu mẫu liên hệ; một người không tham gia quyết định sẽ xem xét lại.",
        ],
        [
          "Người dùng không có quyền yêu cầu bồi thường đối với việc tạm ngừng mà các điều khoản này cho phép.",
        ],
      ],
    },
    {
      id: "rights",
      title: "Quyền sở hữu",
      clauses: [
        [
          "Bản thân dịch vụ, gồm chương trình, nội dung, thiết kế và nhãn hiệu, thuộc về chúng tôi hoặc bên cấp phép cho chúng tôi. Bạn được sử dụng theo các điều khoản này; ngoài ra không có quyền nào được chuyển giao.",
        ],
        [
          "Nội dung của bạn vẫn là của bạn. Bạn cho phép chúng tôi lưu trữ, truyền tải, dịch và hiển thị nội dung đó cho những người được phép xem, trong phạm vi và thời gian mà việc vận hành dịch vụ đòi hỏi.",
        ],
        ["Bạn chỉ đưa vào dịch vụ những gì mình có quyền đưa vào."],
        [
          "Quyền đối với kết quả của dự án, gồm mã nguồn, tài liệu, bản dịch và bảng thuật ngữ, được quy định trong hợp đồng của dự án. Nếu hợp đồng không quy định, các kết quả đó thuộc về khách hàng sau khi công việc được thanh toán đầy đủ.",
        ],
        [
          "Những điều bí mật mà mỗi bên biết được về bên kia trong dự án phải được giữ kín, trong và sau dự án.",
        ],
      ],
    },
    {
      id: "cancellation",
      title: "Hủy đăng ký",
      clauses: [
        [
          "Bạn có thể hủy đăng ký bất cứ lúc nào, không cần nêu lý do: trong phần cài đặt, hoặc bằng cách viết cho chúng tôi từ địa chỉ đã đăng ký. Tài khoản bị xóa sau 14 ngày, trừ khi trước đó bạn đăng nhập và chọn ở lại. Cũng trong phần cài đặt, bạn có thể yêu cầu một bản sao dữ liệu của mình trước khi hủy.",
        ],
        [
          "Ai đang tham gia một dự án nên thống nhất trước với khách hàng của dự án về việc bàn giao. Việc hủy không ảnh hưởng đến những gì đã thỏa thuận trong hợp đồng của dự án.",
        ],
        [
          "Khi tài khoản đã bị xóa, bạn không đăng nhập được nữa; tên và hồ sơ của bạn không còn hiển thị. Tin nhắn và bản dịch bạn để lại trong cuộc trò chuyện của người khác vẫn ở đó, như lá thư vẫn thuộc về người đã nhận.",
        ],
        [
          "Chúng tôi xóa dữ liệu cá nhân của bạn ngay khi không còn luật nào buộc phải lưu giữ và không còn yêu cầu nào đang cần đến.",
        ],
        [
          "Chúng tôi có thể chấm dứt thỏa thuận với thời hạn báo trước 30 ngày, hoặc ngay lập tức khi có vi phạm nghiêm trọng khiến việc tiếp tục là không hợp lý.",
        ],
        [
          "Những nội dung do bản chất mà kéo dài hơn, đặc biệt là nghĩa vụ bảo mật và quyền sở hữu, vẫn có hiệu lực sau khi hủy.",
        ],
      ],
    },
  ],
  question: "Bạn có câu hỏi về các điều khoản này? Hãy viết cho chúng tôi.",
} satisfies TranslationOf<typeof en>;
