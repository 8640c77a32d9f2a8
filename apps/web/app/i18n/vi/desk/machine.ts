import type en from "../../en/desk/machine.ts";
import type { TranslationOfTexts } from "../../texts.ts";

export default {
  machineNone: "Chưa cài đặt dịch máy",
  machineNoneText:
    "Hãy đặt TRANSLATOR và khóa của nó trong cấu hình máy chủ. Khi đó tin nhắn trong những cuộc trò chuyện cho phép sẽ được máy dịch.",
  machineProvider: "Dịch vụ",
  machineHealth: "Trạng thái",
  machineOn: "Đang hoạt động",
  machinePaused: "Tạm nghỉ",
  machineOff: "Tạm dừng từ {{since}}. Sẽ thử lại {{until}}.",
  machineCharacters: "Số ký tự tháng này",
  machineOf: "{{used}} trên {{most}}",
  machineRooms: "Cuộc trò chuyện",
  machineRoomCount_other: "Đang dịch {{count}} cuộc trò chuyện",
  machineWaiting: "Đang chờ hạn mức",
  machineWaitingCount_other: "{{count}} bản dịch",
  machineNewRooms: "Dịch trong các nhóm và dự án mới",
  machineNewRoomsNote:
    "Tin nhắn ở đó sẽ được gửi đến {{host}}. Các cuộc trò chuyện hiện có giữ nguyên: chủ nhóm bật hoặc tắt trong phần chi tiết. Với trò chuyện hai người, cả hai phải đồng ý.",
  machineTry: "Dùng thử",
  machineTryText: "Một câu",
  machineTryFrom: "Từ",
  machineTryTo: "Sang",
  machineTryAction: "Dịch",
  machineTryTook: "Trả lời sau {{time}}",
  machineTryFailed: "Thất bại sau {{time}}",
  machineSeconds: "{{amount}} giây",
  machineFailures: "Lỗi gần đây",
  machineNoFailures: "Không có lỗi nào trong 30 ngày qua",
  machineTimes_other: "{{count}} lần",
  machineTodo: "Cần làm gì:",
  machineProblem_key: "Khóa bị từ chối",
  machineProblem_rate: "Quá nhiều yêu cầu",
  machineProblem_quota: "Hết hạn mức",
  machineProblem_down: "Không phục vụ",
  machineProblem_paused: "Đang tạm nghỉ",
  machineProblem_slow: "Không trả lời kịp",
  machineProblem_unreachable: "Không kết nối được",
  machineProblem_broken: "Lỗi phía nhà cung cấp",
  machineProblem_answer: "Câu trả lời lạ",
  machineProblem_refused: "Từ chối nội dung",
  machineProblem_unusable: "Bản dịch không dùng được",
  machineProblem_budget: "Hết ngân sách tháng",
  machineAdvice_key: "Kiểm tra TRANSLATOR_KEY và quyền dịch của khóa. Sau đó dùng thử một câu ở đây.",
  machineAdvice_rate: "Nửa giờ sau sẽ hỏi lại. Nếu hay xảy ra, gói dịch vụ ở nhà cung cấp quá nhỏ.",
  machineAdvice_quota: "Tăng hạn mức ở nhà cung cấp hoặc đợi kỳ mới. Sau đó dùng thử một câu ở đây.",
  machineAdvice_down:
    "Chưa cần làm gì: nửa giờ sau sẽ hỏi lại. Trang trạng thái của nhà cung cấp có thể cho biết thêm.",
  machineAdvice_paused: "Hệ thống sẽ tự hỏi lại. Nếu dịch được một câu ở đây thì hết tạm nghỉ ngay.",
  machineAdvice_slow:
    "Nếu hiếm thì không cần làm gì: tin nhắn sẽ được thử lại. Nếu không, máy chủ ở TRANSLATOR_URL quá chậm.",
  machineAdvice_unreachable: "Kiểm tra TRANSLATOR_URL và kết nối từ máy chủ này đến đó.",
  machineAdvice_broken:
    "Nếu hiếm thì không cần làm gì: tin nhắn sẽ được thử lại. Nếu không, hãy hỏi nhà cung cấp.",
  machineAdvice_answer:
    "Kiểm tra TRANSLATOR_URL có đúng nhà cung cấp này không và có proxy nào trả lời thay không.",
  machineAdvice_refused:
    "Không cần làm gì: chỉ liên quan một nội dung. Nếu nội dung nào cũng bị từ chối, hãy kiểm tra TRANSLATOR_URL và mô hình.",
  machineAdvice_unusable:
    "Không cần làm gì: bản dịch đó không hiển thị cho ai. Nếu hay xảy ra, hãy chọn máy dịch hoặc mô hình khác.",
  machineAdvice_budget:
    "Tăng TRANSLATOR_MONTHLY_CHARACTERS hoặc đợi sang tháng sau. Khi đó những gì chưa dịch được sẽ được dịch, mới nhất trước.",
} as const satisfies TranslationOfTexts<typeof en>;
