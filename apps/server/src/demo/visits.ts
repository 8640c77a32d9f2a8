import type { Language } from "@kakehashi/contract/languages";
import type { DemoPersonKey } from "./cast.ts";

/** The bots of the demo that visitors write to. */
export type VisitedBotKey = "salon" | "support";

export interface DemoBotVisit {
  readonly botKey: VisitedBotKey;
  readonly language: Language;
  /** How many minutes ago the visitor wrote the last message of `messages`. */
  readonly minutesAgo: number;
  /** The visitor's messages to the bot, in order. The demo replaces `DAY` by a day of next week. */
  readonly messages: readonly string[];
  /** How an agent replied to the visitor. Absent: the visitor is still waiting for a reply. */
  readonly agentAnswer?: {
    readonly by: DemoPersonKey;
    /**
     * Minutes from the visitor's request to the agent's first reply, and minutes from that reply to the closing of the
     * conversation.
     */
    readonly minutes: readonly [answer: number, close: number];
    readonly text: string;
    readonly rating?: readonly [rating: number, comment?: string];
  };
}

const minutesPerDay = 24 * 60;

/** The demo's visitors. Three wait for a reply; agents have replied to the others within the last two weeks. */
export const demoBotVisits: readonly DemoBotVisit[] = [
  {
    botKey: "salon",
    language: "ja",
    minutesAgo: 12,
    messages: ["予約する", "カラー", "DAY", "午後", "鈴木 美咲", "090-1234-5678", "この内容で予約"],
  },
  {
    botKey: "salon",
    language: "vi",
    minutesAgo: 4,
    messages: [
      "Đặt lịch",
      "Cắt tóc",
      "DAY",
      "Buổi sáng",
      "Nguyễn Thu Hà",
      "0912 345 678",
      "Đúng, đặt lịch",
      "Mình đi cùng con gái 6 tuổi, salon cắt cho bé luôn được không ạ?",
    ],
  },
  {
    botKey: "support",
    language: "en",
    minutesAgo: 7,
    messages: [
      "Report a problem",
      "Since this morning nobody in our office can open the project list. It stays empty.",
      "We cannot work",
      "grace@harbour.example",
    ],
  },
  {
    botKey: "salon",
    language: "ja",
    minutesAgo: minutesPerDay + 95,
    messages: ["スタッフと話す", "明日の予約を15時に変更できますか。高橋です。"],
    agentAnswer: {
      by: "linh",
      minutes: [3, 9],
      text: "高橋様、15時に変更いたしました。お気をつけてお越しください。",
      rating: [5, "すぐに変更していただけて助かりました。"],
    },
  },
  {
    botKey: "salon",
    language: "vi",
    minutesAgo: 3 * minutesPerDay + 260,
    messages: ["Gặp nhân viên", "Salon có nhận thanh toán bằng thẻ không ạ?"],
    agentAnswer: {
      by: "linh",
      minutes: [2, 6],
      text: "Dạ có, salon nhận thẻ và cả chuyển khoản ạ.",
      rating: [5],
    },
  },
  {
    botKey: "salon",
    language: "ja",
    minutesAgo: 5 * minutesPerDay + 30,
    messages: ["スタッフと話す", "白髪染めだけでも予約できますか？"],
    agentAnswer: {
      by: "aiko",
      minutes: [14, 31],
      text: "はい、白髪染めのみでも承ります。所要時間は約90分です。",
      rating: [4],
    },
  },
  {
    botKey: "salon",
    language: "en",
    minutesAgo: 8 * minutesPerDay + 180,
    messages: ["Talk to us", "Is there somebody who speaks English on Saturday?"],
    agentAnswer: {
      by: "kenji",
      minutes: [26, 40],
      text: "Yes, Yuki is here every Saturday and speaks English.",
      rating: [3, "Good answer, but I waited quite long."],
    },
  },
  {
    botKey: "salon",
    language: "ja",
    minutesAgo: 11 * minutesPerDay + 400,
    messages: ["スタッフと話す", "駐車場は予約できますか。"],
    agentAnswer: { by: "linh", minutes: [5, 12], text: "ご来店の時間に1台分を確保いたします。" },
  },
  {
    botKey: "support",
    language: "vi",
    minutesAgo: minutesPerDay + 300,
    messages: ["Gặp nhân viên", "Làm sao để thêm người phiên dịch vào dự án?"],
    agentAnswer: {
      by: "linh",
      minutes: [4, 15],
      text: "Bạn mở dự án, chọn “Thành viên” rồi mời người phiên dịch ở đó nhé.",
      rating: [5, "Trả lời nhanh và dễ hiểu."],
    },
  },
  {
    botKey: "support",
    language: "en",
    minutesAgo: 4 * minutesPerDay + 120,
    messages: ["Talk to a person", "Can two people edit the same translation?"],
    agentAnswer: {
      by: "emma",
      minutes: [9, 22],
      text: "One person claims it at a time. The others see who has it, and can take over later.",
      rating: [4],
    },
  },
  {
    botKey: "support",
    language: "ja",
    minutesAgo: 9 * minutesPerDay + 200,
    messages: ["担当者と話す", "請求書の宛名を変更したいです。"],
    agentAnswer: {
      by: "kenji",
      minutes: [18, 65],
      text: "承知しました。新しい宛名で再発行し、メールでお送りしました。",
      rating: [5],
    },
  },
];
