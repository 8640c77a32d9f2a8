import type { OutsidePlatform } from "@kakehashi/contract/channel-states";
import type { Language } from "@kakehashi/contract/languages";

/** A demo customer who wrote to a page on Messenger or Zalo. The page is disconnected now. */
export interface DemoOutsidePerson {
  readonly platform: OutsidePlatform;
  readonly name: string;
  readonly language: Language;
  /** How many hours ago the person wrote the last message of `messages`. */
  readonly hoursAgo: number;
  readonly messages: readonly string[];
  readonly tags: readonly string[];
  /** The reply of the agent Linh, in the customer's language. Absent: the customer is still waiting for a reply. */
  readonly agentAnswer?: string;
  /** Whether the conversation is closed. */
  readonly isClosed?: boolean;
}

/** Customers of a nail salon in Da Nang. Two wait for a reply, two have a reply, and two conversations are closed. */
export const demoOutsidePeople: readonly DemoOutsidePerson[] = [
  {
    platform: "ZALO",
    name: "Trần Thị Mai",
    language: "vi",
    hoursAgo: 3,
    messages: ["Shop ơi, chiều mai còn chỗ làm móng không ạ?", "Em đi hai người nhé."],
    tags: ["khách quen"],
  },
  {
    platform: "MESSENGER",
    name: "Sofia Martin",
    language: "en",
    hoursAgo: 5,
    messages: ["Hello! Do you take walk-ins on Saturday, or do I need a booking?"],
    tags: [],
  },
  {
    platform: "MESSENGER",
    name: "佐藤 由美",
    language: "ja",
    hoursAgo: 20,
    messages: ["来週ダナンに行きます。日本語で予約できますか？"],
    tags: ["観光"],
    agentAnswer: "はい、日本語で承ります。ご希望の日時をお知らせください。",
  },
  {
    platform: "ZALO",
    name: "Lê Quốc Bảo",
    language: "vi",
    hoursAgo: 26,
    messages: ["Cho mình hỏi giá sơn gel với ạ."],
    tags: ["báo giá"],
    agentAnswer: "Dạ sơn gel 150.000đ, đã gồm cắt da và dưỡng móng ạ.",
  },
  {
    platform: "MESSENGER",
    name: "Phạm Ngọc Anh",
    language: "vi",
    hoursAgo: 9 * 24,
    messages: ["Hôm qua làm móng ở tiệm đẹp lắm, cảm ơn các bạn nha!"],
    tags: ["khách quen"],
    agentAnswer: "Dạ tụi em cảm ơn chị nhiều ạ. Hẹn gặp lại chị!",
    isClosed: true,
  },
  {
    platform: "ZALO",
    name: "David Kim",
    language: "en",
    hoursAgo: 12 * 24,
    messages: ["I left a black umbrella with you yesterday. Did you find it?"],
    tags: [],
    agentAnswer: "Yes, it is at the counter. We keep it for you.",
    isClosed: true,
  },
];
