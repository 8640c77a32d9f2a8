import type { DemoPersonKey } from "./cast.ts";

/** A message of the demo: its age in minutes, its author and its text. */
export type DemoTextWithAuthor = readonly [minutesAgo: number, author: DemoPersonKey, content: string];

export interface DemoMessage {
  readonly textWithAuthor: DemoTextWithAuthor;
  /** The replies in the message's thread. */
  readonly replies?: readonly DemoTextWithAuthor[];
  /** The people who requested a translation of the message. */
  readonly translationRequesters?: readonly DemoPersonKey[];
}

export interface DemoConversation {
  members: readonly [DemoPersonKey, DemoPersonKey, ...DemoPersonKey[]];
  /** The name of a group. A conversation without a name and without a project is a direct conversation. */
  name?: string;
  /** The name of the project whose team uses this conversation. */
  projectName?: string;
  /**
   * The messages of the conversation. A message without replies and translation requests is written as a plain
   * `DemoTextWithAuthor`.
   */
  messages: readonly (DemoTextWithAuthor | DemoMessage)[];
  /** The number of messages that each person has read. Absent: everybody has read all messages. */
  readCounts?: Partial<Record<DemoPersonKey, number>>;
}

const minutesPerDay = 24 * 60;

export const demoConversations: readonly DemoConversation[] = [
  {
    name: "さくら予約アプリ",
    members: ["aiko", "an", "linh", "kenji", "emma"],
    messages: [
      [
        2 * minutesPerDay + 190,
        "kenji",
        "皆さん、さくら予約アプリの部屋を作りました。日本語でもベトナム語でも英語でも、書きやすい言葉でどうぞ。",
      ],
      [
        2 * minutesPerDay + 181,
        "aiko",
        "よろしくお願いします。まずは予約画面から見ていただけると助かります。",
      ],
      [2 * minutesPerDay + 170, "an", "Chào mọi người, mình là An, phụ trách phần giao diện đặt lịch."],
      [2 * minutesPerDay + 169, "an", "Chiều nay mình gửi bản dựng đầu tiên nhé."],
      [
        2 * minutesPerDay + 160,
        "linh",
        "Tôi là Linh, sẽ dịch Nhật – Việt cho nhóm. Có gì khó hiểu cứ nhắn tôi.",
      ],
      [
        2 * minutesPerDay + 121,
        "emma",
        "Welcome, everyone. If a message needs a careful translation, mark it and Linh will pick it up.",
      ],
      [
        minutesPerDay + 420,
        "an",
        "Bản dựng đây: màn hình chọn ngày, chọn giờ và xác nhận. Mọi người xem giúp mình.",
      ],
      [
        minutesPerDay + 401,
        "aiko",
        "ありがとうございます。日付を選ぶところ、とても分かりやすいです。\n一点だけ、定休日（水曜）は選べないようにできますか。",
      ],
      [
        minutesPerDay + 395,
        "kenji",
        "An さん、水曜は定休日なので、カレンダーでグレー表示にしてタップできないようにしてください。",
      ],
      [
        minutesPerDay + 380,
        "an",
        "Vâng, mình sẽ khóa các ngày thứ Tư. Ngày lễ của Nhật có cần khóa luôn không ạ?",
      ],
      [minutesPerDay + 371, "aiko", "祝日は営業しています。年末年始（12月29日〜1月3日）だけお休みです。"],
      {
        textWithAuthor: [
          minutesPerDay + 360,
          "an",
          "Rõ rồi ạ. Mình làm bảng ngày nghỉ để quán tự chỉnh được, không phải sửa code.",
        ],
        translationRequesters: ["aiko", "kenji", "linh"],
      },
      [minutesPerDay + 352, "kenji", "良い案ですね。管理画面に「休業日」の項目を足しましょう。"],
      [
        200,
        "an",
        "```ts\nconst closed = (date: Date) =>\n  date.getDay() === 3 || holidays.has(toIsoDay(date));\n```",
      ],
      [198, "an", "Phần khóa ngày nghỉ xong rồi, mình đã đưa lên bản thử."],
      {
        textWithAuthor: [
          150,
          "emma",
          "Looks good on my phone. The confirm button is a little close to the keyboard on small screens.",
        ],
        replies: [
          [147, "kenji", "どの機種で確認されましたか。こちらの iPhone では気になりませんでした。"],
          [146, "emma", "An older Android with a 5-inch screen. The button hides behind the suggestion bar."],
          [143, "an", "Mình dựng lại được rồi. Chỉ cần thêm 16 px và cho trang cuộn lên khi mở bàn phím."],
        ],
        translationRequesters: ["aiko"],
      },
      [141, "an", "Cảm ơn Emma, mình thêm khoảng trống phía dưới."],
      {
        textWithAuthor: [
          64,
          "aiko",
          "予約の確認メールですが、件名を「ご予約ありがとうございます」にしていただけますか。",
        ],
        replies: [
          [
            61,
            "kenji",
            "本文の冒頭も「ご予約ありがとうございます」で始まります。重なりますが、よろしいですか。",
          ],
          [60, "aiko", "はい、件名だけで用件が分かるほうを優先したいです。"],
          [35, "an", "Vâng ạ, em giữ cả hai chỗ. Bản thử đã cập nhật rồi ạ."],
        ],
        translationRequesters: ["an", "linh"],
      },
      [58, "linh", "Tiêu đề e-mail xác nhận: chị Aiko muốn để là “Cảm ơn quý khách đã đặt lịch”."],
      [32, "an", "Mình sửa rồi ạ. Chị kiểm tra giúp mình nhé."],
      [12, "aiko", "確認しました。これで大丈夫です。次は店舗ごとの営業時間をお願いします。"],
    ],
    readCounts: { an: 20, linh: 18, emma: 17 },
  },
  {
    projectName: "さくら予約アプリ",
    members: ["aiko", "an", "linh", "kenji"],
    messages: [
      [
        6 * minutesPerDay + 200,
        "aiko",
        "予約カレンダーの完了、ありがとうございました。次は支払い画面をお願いします。",
      ],
      [6 * minutesPerDay + 188, "an", "Dạ vâng. Em sẽ làm phần thẻ trước, rồi đến thanh toán tại cửa hàng."],
      [
        5 * minutesPerDay + 90,
        "kenji",
        "支払い画面の期限は予定どおり今週です。間に合わないときは早めに教えてください。",
      ],
    ],
  },
  {
    members: ["aiko", "kenji"],
    messages: [
      [
        minutesPerDay + 90,
        "kenji",
        "田中様、来週のリリース日程のご相談です。火曜日の午前で問題ないでしょうか。",
      ],
      [minutesPerDay + 84, "aiko", "火曜の午前は混み合うので、14時以降だと助かります。"],
      [minutesPerDay + 80, "kenji", "承知しました。火曜 14:30（ベトナム時間 12:30）で調整します。"],
      [45, "kenji", "An さんのチームとも調整できました。火曜 14:30 で確定です。"],
    ],
    readCounts: { aiko: 3 },
  },
  {
    members: ["an", "linh"],
    messages: [
      [
        minutesPerDay + 33,
        "an",
        "Chị Linh ơi, 「定休日」 nên dịch là “ngày nghỉ cố định” hay “ngày đóng cửa” ạ?",
      ],
      [
        minutesPerDay + 30,
        "linh",
        "Trong ứng dụng em dùng “ngày nghỉ cố định” nhé. “Ngày đóng cửa” nghe như quán dẹp tiệm ấy.",
      ],
      [minutesPerDay + 29, "an", "Haha, em cảm ơn chị. Em sửa ngay."],
      [18, "linh", "À, 「お連れ様」 là “người đi cùng”, đừng dịch từng chữ nhé."],
    ],
    readCounts: { an: 3 },
  },
  {
    members: ["emma", "an"],
    messages: [
      [300, "emma", "Hi An, could you send me the test accounts for the staging site?"],
      [288, "an", "Chị Emma ơi, em gửi trong tài liệu dự án rồi ạ, mục “Tài khoản thử”."],
      [285, "emma", "Found them, thank you."],
    ],
  },
  {
    members: ["oliver", "emma"],
    messages: [
      [
        55,
        "oliver",
        "Hello, I run a small bakery in Leeds and I would like an ordering page. Where do I start?",
      ],
      [
        50,
        "emma",
        "Hello Oliver. Choose the client role first, then tell us about your shop in your profile. I will take it from there.",
      ],
      [6, "oliver", "Will do. Is a rough sketch enough for the brief?"],
    ],
    readCounts: { emma: 2 },
  },
];
