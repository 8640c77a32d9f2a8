import { deletionGraceDays } from "@kakehashi/contract/deletion";
import { exportRetentionDays } from "@kakehashi/contract/exports";
import { unsentFileRetentionHours } from "@kakehashi/contract/files";
import { retentionPeriods } from "@kakehashi/contract/retention";
import type en from "../en/privacy.ts";
import type { TranslationOf } from "../shape.ts";

export default {
  title: "Quyền riêng tư",
  description:
    "Kakehashi lưu những gì về bạn, trong bao lâu, ai xem được, và cách bạn tải về hoặc yêu cầu xóa.",
  headline: "Chúng tôi lưu gì về bạn, và trong bao lâu",
  lead: "Trang này mô tả bằng lời dễ hiểu những gì phần mềm của trang web thực hiện. Chúng tôi chỉ lưu những gì dịch vụ cần.",
  languages: "Trang này bằng ngôn ngữ khác",
  cookies: "Danh sách cookie",
  sections: [
    {
      id: "visit",
      title: "Nếu bạn chỉ đọc",
      points: [
        "Khi bạn đọc các trang công khai, không có cookie nào được lưu và không trang web nào khác được gọi đến.",
        "Lượt đọc của một bài được đếm bằng một mã không thể truy ngược về bạn và bị xóa vào cuối ngày.",
        "Để chặn việc truy cập dồn dập, máy chủ đếm số lượt gọi theo địa chỉ mạng trong vài phút, chỉ trong bộ nhớ.",
      ],
    },
    {
      id: "contact",
      title: "Nếu bạn viết cho chúng tôi",
      points: [
        "Chúng tôi lưu những gì bạn điền trong biểu mẫu liên hệ: họ tên, địa chỉ e-mail, số điện thoại, quốc gia, chủ đề, nội dung, cùng câu trả lời của chúng tôi.",
        "Quản trị viên đọc nội dung đó. Nội dung chỉ được dùng để trả lời bạn.",
        "Tin nhắn liên hệ không tự hết hạn. Bạn có thể yêu cầu chúng tôi xóa.",
      ],
    },
    {
      id: "bots",
      title: "Nếu bạn nhắn tin với bot",
      points: [
        "Chúng tôi lưu những gì bạn viết cho bot và những gì bot hỏi bạn, như tên hoặc số điện thoại, kèm thời gian. Nếu có nhân viên trả lời thay bot, chúng tôi cũng lưu câu trả lời và các tệp họ gửi cho bạn.",
        "Bạn không cần tài khoản và không có cookie nào được lưu. Trình duyệt giữ một mã khóa để tìm lại cuộc trò chuyện của bạn trên trang web nơi bạn đã viết.",
        "Những người phụ trách bot đó đọc được cuộc trò chuyện. Bot cũng có thể chuyển câu trả lời của bạn đến một máy chủ do chủ của bot chọn, chẳng hạn hệ thống đặt lịch.",
        "Để chặn việc truy cập dồn dập, máy chủ đếm số lượt gọi theo mã khóa và địa chỉ mạng của bạn trong vài phút, chỉ trong bộ nhớ.",
      ],
    },
    {
      id: "account",
      title: "Nếu bạn có tài khoản",
      points: [
        "Địa chỉ e-mail, mật khẩu (chỉ dưới dạng mã băm, không thể đọc lại), tên, ảnh, vai trò, ngôn ngữ, cài đặt, múi giờ của thiết bị bạn dùng gần nhất và những gì bạn điền trong hồ sơ.",
        "Nếu bạn đăng nhập bằng Google: mã số của bạn ở đó, địa chỉ e-mail và tên. Ngoài ra chúng tôi không nhận gì từ Google.",
        "Những gì bạn viết, tải lên, bày tỏ cảm xúc, đánh dấu và để lại dưới dạng bản nháp.",
        "Các lần đăng nhập: thời gian, trình duyệt và địa chỉ mạng. Bạn xem được trong phần cài đặt.",
        "Nếu bạn bật thông báo trên một thiết bị: địa chỉ mà hãng trình duyệt dùng để gửi thông báo đến. Thông báo được mã hóa khi truyền đi.",
      ],
    },
    {
      id: "who",
      title: "Ai xem được gì",
      points: [
        "Chỉ thành viên của phòng xem được tin nhắn và tệp trong phòng đó; trong dịch vụ không ai khác xem được.",
        "Thành viên khác xem được tên, ảnh, vai trò, ngôn ngữ làm việc và hồ sơ của bạn, cũng như việc bạn đang có mặt, trừ khi bạn tắt mục này. Người ở chung phòng còn xem được giờ địa phương của bạn.",
        "Không ai tìm được bạn bằng địa chỉ e-mail nếu không ở chung phòng.",
        "Quản trị viên xem được tài khoản, hồ sơ, yêu cầu kích hoạt, tin nhắn liên hệ, danh sách thư và nhật ký bảo mật. Họ không xem được phòng nào ngoài phòng của chính họ.",
        "Người vận hành máy chủ và các bản sao lưu, về mặt kỹ thuật, có thể tiếp cận những gì được lưu ở đó.",
        "Khi tin nhắn có liên kết, máy chủ của chúng tôi tải trang đó để tạo bản xem trước. Trang kia chỉ thấy máy chủ của chúng tôi, không thấy bạn.",
      ],
    },
  ],
  keeping: {
    id: "keeping",
    title: "Lưu trong bao lâu",
    what: "Nội dung",
    time: "Thời gian",
    rows: [
      ["Tin nhắn và tệp kèm theo", "Đến khi người viết xóa"],
      ["Tệp đã tải lên nhưng không gửi trong tin nhắn nào", `${unsentFileRetentionHours} giờ`],
      [
        "Tệp và thư mục trong kho tệp của riêng bạn",
        `Đến khi bạn xóa; sau đó thêm ${retentionPeriods.driveTrashDays} ngày trong thùng rác`,
      ],
      [
        "Mã nguồn trong thư viện",
        `Đến khi bị xóa; sau đó thêm ${retentionPeriods.codeTrashDays} ngày trong thùng rác`,
      ],
      [
        "Cuộc trò chuyện với bot và với người trả lời thay bot, cùng những gì bot đã hỏi bạn",
        `${retentionPeriods.botTalkDays} ngày sau tin nhắn cuối cùng, hoặc đến khi bot bị xóa`,
      ],
      ["Thư đã gửi", `${retentionPeriods.sentMailDays} ngày; nội dung và liên kết bị xóa ngay khi gửi xong`],
      ["Thư không gửi được", `${retentionPeriods.unsentMailDays} ngày`],
      ["Địa chỉ được người khác mời", `${retentionPeriods.endedInvitationDays} ngày sau khi lời mời hết hạn`],
      ["Bản sao dữ liệu mà bạn đã yêu cầu", `${exportRetentionDays} ngày`],
      [
        "Phiên đăng nhập đã kết thúc, kèm trình duyệt và địa chỉ mạng",
        `${retentionPeriods.endedSessionDays} ngày`,
      ],
      [
        "Phiên gần nhất của mỗi trình duyệt, để cảnh báo bạn khi có trình duyệt lạ",
        `${retentionPeriods.deviceDays} ngày; riêng phiên cuối cùng của bạn được giữ đến khi tài khoản bị xóa`,
      ],
      ["Các lần đăng nhập và bị từ chối trong nhật ký bảo mật", `${retentionPeriods.signInLogDays} ngày`],
      [
        "Thay đổi về tài khoản, mật khẩu và thao tác của quản trị viên trong nhật ký bảo mật",
        "Không có thời hạn",
      ],
      ["Số lần đăng nhập sai, theo tài khoản và mạng", "Một ngày"],
      ["Tin nhắn liên hệ", "Không tự hết hạn; bạn có thể yêu cầu xóa"],
      ["Tài khoản đang chờ xóa", `${deletionGraceDays} ngày, trong thời gian đó bạn có thể đổi ý`],
    ],
  },
  after: [
    {
      id: "yours",
      title: "Tải dữ liệu về và rời đi",
      points: [
        "Trong phần cài đặt, bạn có thể yêu cầu một bản sao của mọi thứ được lưu về bạn, dưới dạng tệp zip.",
        `Trong phần cài đặt, bạn có thể xóa tài khoản. Tài khoản bị xóa sau ${deletionGraceDays} ngày, trừ khi bạn đăng nhập trước đó và chọn ở lại.`,
        "Khi đó địa chỉ, hồ sơ, ảnh, cài đặt, phiên đăng nhập, bản nháp và thư của bạn bị xóa. Những gì bạn đã nói trong phòng với người khác vẫn ở lại, dưới tên “Người dùng đã xóa”. Nếu muốn xóa cả những nội dung đó, hãy xóa trước.",
        "Bản sao lưu giữ những gì đã có cho đến khi được thay thế.",
      ],
    },
  ],
  cookiesTitle: "Cookie",
  cookiesText: "Chỉ những gì cần cho việc đăng nhập và các lựa chọn của bạn:",
  ask: {
    id: "ask",
    title: "Hỏi ai",
    text: "Bạn có thể hỏi chúng tôi lưu gì về bạn, yêu cầu sửa hoặc xóa, hoặc khiếu nại:",
    form: "Viết cho chúng tôi qua biểu mẫu liên hệ",
  },
} as const satisfies TranslationOf<typeof en>;
