import type { Language } from "@kakehashi/contract/languages";
import type { MembershipStepName } from "@kakehashi/contract/project-membership";
import type { ProjectTextField } from "@kakehashi/contract/project-texts";
import type { DemoPersonKey } from "./cast.ts";

export interface DemoProject {
  name: string;
  description: string;
  skill: string;
  duration: string;
  /** The project's category, as a position (from 1) in the list of all categories. */
  category: number;
  currency: string;
  costs: readonly [min: number, max: number];
  /** When the project was created and when it starts, in days from today. Negative: before today. */
  createdDaysFromToday: number;
  startsDaysFromToday: number;
  /** The steps that the project's people take, in this order. */
  membershipSteps: readonly (readonly [DemoPersonKey, ...MembershipStepName[]])[];
  /** The reason why a host rejected the applicant, or why the invited person refused. */
  membershipRefusalReason?: string;
  isRunning?: true;
  /** When the project was closed, in days from today. */
  closedDaysFromToday?: number;
  /** The name and the text of a file of the project. */
  file?: readonly [name: string, text: string];
  /** The translation of the project's texts, written and approved by a translator of its team. */
  translation?: {
    readonly language: Language;
    readonly translator: DemoPersonKey;
    readonly texts: Readonly<Record<ProjectTextField, string>>;
  };
  /** The project's milestones: title, days from today, and whether it is done. */
  milestones?: readonly (readonly [title: string, due: number, done?: true])[];
}

export const projectHostKey = "aiko" satisfies DemoPersonKey;

/** Projects in every state, with members in every status. The oldest project is first, so that ids grow with time. */
export const demoProjects: readonly DemoProject[] = [
  {
    name: "旧ホームページの保守",
    description: "以前のホームページの修正と、月一回の更新をお願いしていました。新しい募集はしていません。",
    skill: "HTML, CSS, PHP",
    duration: "1年",
    category: 3,
    currency: "JPY",
    costs: [300_000, 600_000],
    createdDaysFromToday: -300,
    startsDaysFromToday: -280,
    membershipSteps: [["an", "apply", "accept", "confirm"]],
    isRunning: true,
    closedDaysFromToday: -20,
    milestones: [["引き継ぎ資料", -40, true]],
  },
  {
    name: "さくら予約アプリ",
    description:
      "美容室「さくら」の予約を、電話ではなくスマートフォンで受け付けるアプリを作ります。\n\n・お客様：空き時間の検索、予約、変更、取り消し\n・スタッフ：シフトと予約の管理、お知らせの送信\n・水曜は定休日、年末年始は休業です\n\n画面は日本語、開発チームとのやり取りは日本語とベトナム語です。",
    skill: "TypeScript, React, PostgreSQL",
    duration: "4か月",
    category: 2,
    currency: "JPY",
    costs: [3_000_000, 4_500_000],
    createdDaysFromToday: -45,
    startsDaysFromToday: -30,
    membershipSteps: [
      ["an", "apply", "accept", "confirm"],
      ["linh", "invite", "agree"],
      ["kenji", "invite", "agree"],
    ],
    isRunning: true,
    milestones: [
      ["画面設計の確定", -21, true],
      ["予約カレンダー", -7, true],
      ["支払い画面", -2],
      ["スタッフ用の管理画面", 12],
      ["公開", 40],
    ],
  },
  {
    name: "Ứng dụng tích điểm cho khách quen",
    description:
      "Khách quen tích điểm mỗi lần làm tóc và đổi lấy quà. Cần ứng dụng Android và iOS, cùng trang quản lý cho nhân viên.",
    skill: "Kotlin, Swift, API REST",
    duration: "5 tháng",
    category: 2,
    currency: "VND",
    costs: [250_000_000, 400_000_000],
    createdDaysFromToday: -12,
    startsDaysFromToday: 45,
    membershipSteps: [
      ["linh", "invite", "refuse"],
      ["kenji", "apply", "reject"],
    ],
    membershipRefusalReason: "今回は見送ります。次の機会にお願いします。",
  },
  {
    name: "在庫管理の画面を新しく",
    description:
      "表計算で管理している化粧品の在庫を、ブラウザーで扱えるようにします。入出庫の記録、発注点のお知らせ、月末の棚卸しが必要です。",
    skill: "Vue または React、Node.js",
    duration: "2〜3か月",
    category: 4,
    currency: "JPY",
    costs: [1_200_000, 2_000_000],
    createdDaysFromToday: -6,
    startsDaysFromToday: 25,
    membershipSteps: [
      ["an", "apply"],
      ["linh", "invite"],
      ["kenji", "invite", "agree"],
    ],
  },
  {
    name: "Booking page for visitors from abroad",
    description:
      "Travellers ask us by mail for appointments. We need a page in English and Vietnamese that shows free times and takes a booking without an account.",
    skill: "React, accessibility, English copy",
    duration: "6 weeks",
    category: 1,
    currency: "USD",
    costs: [6_000, 9_500],
    createdDaysFromToday: -4,
    startsDaysFromToday: 14,
    membershipSteps: [
      ["an", "apply", "accept"],
      ["linh", "apply", "cancel"],
      ["kenji", "apply", "accept", "confirm"],
    ],
    file: [
      "Booking steps.txt",
      "1. Choose a free time\n2. Enter a name and a mail address\n3. Read the confirmation\n",
    ],
    translation: {
      language: "ja",
      translator: "kenji",
      texts: {
        name: "海外からのお客様向け予約ページ",
        description:
          "海外からのお客様が、予約をメールで問い合わせてきます。空き時間が英語とベトナム語で表示され、アカウントなしで予約できるページが必要です。",
        skill: "React、アクセシビリティ、英語の文章",
        time: "6週間",
      },
    },
    milestones: [["Texts in three languages", 20]],
  },
];
