import type { Language, TextsByLanguage } from "../languages.ts";
import type { BotPlatform } from "./limits.ts";

/** Adds a problem of the currently checked block to the flow's list of problems. */
export type AddProblem = (
  code: FlowProblemCode,
  field?: string | null,
  detail?: string | null,
  limit?: number | null,
) => void;

export interface FlowValidationOptions {
  /** The languages of the flow's bot, at least one. */
  readonly languages: readonly Language[];
  readonly platforms: readonly BotPlatform[];
  /** The id of the checked flow. A jump to this id leads back to the start of the flow. */
  readonly flowId?: string;
  /** The ids of the bot's flows. If undefined, the targets of jumps are not checked. */
  readonly flowIds?: ReadonlySet<string>;
  /** The hosts to which the bot's stories may send requests. If undefined, the hosts of requests are not checked. */
  readonly allowedRequestHosts?: readonly string[];
}

/** The texts of the reasons why a flow cannot be published. `{detail}` becomes a name and `{limit}` a number. */
export const flowProblemTexts = {
  no_start: {
    en: "Nothing is said at the start: put a block into the first group.",
    vi: "Điểm bắt đầu đang trống: hãy thêm một khối vào nhóm đầu tiên.",
    ja: "開始グループが空です。最初のグループにブロックを置いてください。",
  },
  unreachable: {
    en: "No path leads here.",
    vi: "Không có đường nào dẫn đến đây.",
    ja: "ここに来る経路がありません。",
  },
  empty_group: {
    en: "This group has no blocks.",
    vi: "Nhóm này chưa có khối nào.",
    ja: "このグループにはブロックがありません。",
  },
  dead_end: {
    en: "It is not said what comes next. Connect it, or end here with an “End” block.",
    vi: "Chưa rõ bước tiếp theo. Hãy nối tiếp, hoặc kết thúc bằng khối “Kết thúc”.",
    ja: "次に進む先がありません。接続するか、「終了」ブロックで終えてください。",
  },
  loop: {
    en: "This goes round without ever asking the visitor.",
    vi: "Chỗ này lặp mãi mà không hỏi khách điều gì.",
    ja: "訪問者に質問しないまま、ここを回り続けます。",
  },
  long_turn: {
    en: "More than {limit} blocks run up to here in one go. Ask or wait in between.",
    vi: "Có hơn {limit} khối chạy liền một mạch đến đây. Hãy thêm câu hỏi hoặc khối chờ ở giữa.",
    ja: "ここまでに{limit}個を超えるブロックが一度に実行されます。途中に質問か待機を入れてください。",
  },
  unlisted_host: {
    en: "The bot's settings do not allow requests to {detail}. Add it there.",
    vi: "Cài đặt của bot chưa cho phép gửi yêu cầu đến {detail}. Hãy thêm máy chủ này trong phần cài đặt.",
    ja: "ボットの設定で{detail}へのリクエストが許可されていません。設定に追加してください。",
  },
  private_host: {
    en: "{detail} is not on the public internet, so requests to it are not possible.",
    vi: "{detail} không thuộc mạng internet công cộng nên không thể gửi yêu cầu đến đó.",
    ja: "{detail}はインターネット上に公開されていないため、リクエストを送れません。",
  },
  missing_target: {
    en: "It leads to something that is not there.",
    vi: "Đích đến không còn tồn tại.",
    ja: "接続先が存在しません。",
  },
  many_edges: {
    en: "Two lines begin at the same place.",
    vi: "Có hai đường nối cùng đi ra từ một chỗ.",
    ja: "同じ場所から線が2本出ています。",
  },
  missing: { en: "This is missing.", vi: "Phần này còn thiếu.", ja: "入力されていません。" },
  missing_language: {
    en: "The text in {detail} is missing.",
    vi: "Thiếu nội dung {detail}.",
    ja: "{detail}の文章がありません。",
  },
  unknown_variable: {
    en: "There is no variable “{detail}”.",
    vi: "Không có biến “{detail}”.",
    ja: "変数「{detail}」は存在しません。",
  },
  never_set: {
    en: "No block ever gives “{detail}” a value.",
    vi: "Không có khối nào gán giá trị cho “{detail}”.",
    ja: "「{detail}」に値を入れるブロックがありません。",
  },
  text_too_long: {
    en: "{detail} shows at most {limit} characters.",
    vi: "{detail} chỉ hiển thị tối đa {limit} ký tự.",
    ja: "{detail}で表示できるのは{limit}文字までです。",
  },
  too_many_choices: {
    en: "{detail} shows at most {limit} of these.",
    vi: "{detail} chỉ hiển thị tối đa {limit} mục.",
    ja: "{detail}で表示できるのは{limit}個までです。",
  },
  limits_crossed: {
    en: "No answer can be right: the smallest is above the largest.",
    vi: "Không câu trả lời nào hợp lệ: giới hạn dưới lớn hơn giới hạn trên.",
    ja: "下限が上限より大きいため、正しい回答がありません。",
  },
  not_number: {
    en: "Write a number here, or a variable that has one.",
    vi: "Hãy nhập một số, hoặc một biến chứa số.",
    ja: "数値、または数値の入った変数を入力してください。",
  },
  not_json: {
    en: "This is not valid JSON.",
    vi: "Nội dung này không phải JSON hợp lệ.",
    ja: "正しいJSONではありません。",
  },
} as const satisfies Record<string, TextsByLanguage>;
export type FlowProblemCode = keyof typeof flowProblemTexts;
