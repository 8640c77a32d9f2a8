import type { BotArticleBody } from "@kakehashi/contract/bot-articles";
import type { BotRole } from "@kakehashi/contract/bot-permissions";
import type { PhraseMatchKind } from "@kakehashi/contract/bot-phrases";
import type { BusinessHours } from "@kakehashi/contract/flows/file";
import type { BotPlatform } from "@kakehashi/contract/flows/limits";
import { createBotFileFromTemplate } from "@kakehashi/contract/flows/templates/draw";
import { botTemplates } from "@kakehashi/contract/flows/templates/templates";
import type { Language, TextsByLanguage } from "@kakehashi/contract/languages";
import type { Role } from "@kakehashi/contract/users";
import type { App } from "../app.ts";
import type { Database } from "../kit/db/database.ts";
import { newId } from "../kit/ids.ts";
import { type DemoPersonKey, demoPeople } from "./cast.ts";
import { seedVisitors } from "./visitors.ts";
import type { VisitedBotKey } from "./visits.ts";

interface DemoBot {
  readonly name: string;
  readonly template: VisitedBotKey;
  readonly languages: Language[];
  readonly platforms: BotPlatform[];
  readonly hours: BusinessHours;
  readonly owner: DemoPersonKey;
  readonly otherMembers: readonly (readonly [DemoPersonKey, BotRole])[];
  /** A bot's article, and the keywords that make the bot send this article. */
  readonly article?: readonly [BotArticleBody, PhraseMatchKind, keywords: string[]];
  /** The canned answers (prepared replies) of the bot's agents, each with its shortcut. */
  readonly cannedAnswers?: readonly (readonly [shortcut: string, text: TextsByLanguage])[];
  /**
   * The bot's broadcast to all its visitors. Before it is sent, the demo adds one visitor for each of the bot's
   * languages.
   */
  readonly broadcast?: { readonly name: string; readonly text: TextsByLanguage };
  /** Phrases to which the bot responds with a text. */
  readonly phrases?: readonly (readonly [PhraseMatchKind, keywords: string[], text: TextsByLanguage])[];
}

const sameHoursOnDays = (days: readonly number[], from: string, closingTime: string) =>
  days.map((day) => ({ day, from, until: closingTime }));

const demoBots: readonly DemoBot[] = [
  {
    name: "サロンさくら 予約案内",
    template: "salon",
    languages: ["ja", "en", "vi"],
    platforms: ["WEB", "MESSENGER"],
    // The business hours leave out Wednesday (3), because the hair salon's bot says that the salon is closed on
    // Wednesdays.
    hours: {
      time_zone: "Asia/Tokyo",
      spans: sameHoursOnDays([1, 2, 4, 5, 6, 7], "10:00", "19:00"),
      holidays: ["2027-01-01", "2027-01-02", "2027-01-03"],
    },
    owner: "aiko",
    otherMembers: [
      ["kenji", "EDITOR"],
      ["linh", "AGENT"],
    ],
    article: [
      {
        name: "アクセス・駐車場",
        title: { ja: "アクセス", en: "How to find us", vi: "Đường đến salon" },
        text: {
          ja: "駅東口から徒歩2分です。店の前に駐車場が2台分あります。",
          en: "Two minutes from the station's east exit. Two cars can park in front of the salon.",
          vi: "Cách cửa đông nhà ga 2 phút đi bộ. Trước salon có chỗ đỗ hai ô tô.",
        },
        image: null,
        buttons: [
          {
            id: "map",
            label: { ja: "地図を開く", en: "Open the map", vi: "Mở bản đồ" },
            address: "https://www.openstreetmap.org/",
          },
        ],
      },
      "fuzzy",
      ["駐車場", "アクセス", "parking", "chỗ đỗ xe", "đường đi"],
    ],
    cannedAnswers: [
      [
        "hello",
        {
          ja: "{{visitor}}様、お問い合わせありがとうございます。担当の{{agent}}です。",
          en: "Hello {{visitor}}, thank you for writing to us. I am {{agent}}.",
          vi: "Chào {{visitor}}, cảm ơn bạn đã nhắn cho salon. Mình là {{agent}}.",
        },
      ],
      [
        "moment",
        {
          ja: "ただいま確認いたします。少々お待ちください。",
          en: "I am looking it up. One moment, please.",
          vi: "Mình đang kiểm tra, bạn vui lòng đợi một chút nhé.",
        },
      ],
      [
        "price",
        {
          ja: "カットは4,500円、カラーは6,000円から承っております。",
          en: "A haircut is ¥4,500, and colour starts at ¥6,000.",
          vi: "Cắt tóc 4.500 yên, nhuộm từ 6.000 yên bạn nhé.",
        },
      ],
    ],
    broadcast: {
      name: "年末年始の休業のお知らせ",
      text: {
        ja: "年末年始は1月1日から3日までお休みをいただきます。4日は10時から営業いたします。",
        en: "We are closed from 1 to 3 January. From 4 January we are here for you again at 10:00.",
        vi: "Salon nghỉ Tết dương lịch từ ngày 1 đến ngày 3 tháng 1 và mở cửa lại lúc 10 giờ ngày 4.",
      },
    },
    phrases: [
      [
        "contains",
        ["料金", "いくら", "price", "how much", "giá", "bao nhiêu"],
        {
          ja: "カット 4,500円〜、カラー 6,000円〜、パーマ 8,000円〜です。",
          en: "Haircut from ¥4,500, colour from ¥6,000, perm from ¥8,000.",
          vi: "Cắt tóc từ 4.500 yên, nhuộm từ 6.000 yên, uốn từ 8.000 yên.",
        },
      ],
      [
        "pattern",
        [
          "予約.{0,10}(変更|取り消し|きゃんせる)",
          "(change|cancel).{0,20}(booking|appointment)",
          "(huy|doi) (lich|hen)",
        ],
        {
          ja: "ご予約の変更・キャンセルは、前日18時までに 03-0000-0000 へお電話ください。",
          en: "To change or cancel a booking, please call 03-0000-0000 by 18:00 of the day before.",
          vi: "Muốn đổi hoặc hủy lịch, bạn vui lòng gọi 03-0000-0000 trước 18:00 ngày hôm trước.",
        },
      ],
    ],
  },
  {
    name: "Kakehashi support",
    template: "support",
    languages: ["en", "vi", "ja"],
    platforms: ["WEB"],
    hours: {
      time_zone: "Asia/Ho_Chi_Minh",
      spans: [
        ...sameHoursOnDays([1, 2, 3, 4, 5], "08:30", "12:00"),
        ...sameHoursOnDays([1, 2, 3, 4, 5], "13:00", "17:30"),
      ],
      holidays: ["2027-01-01"],
    },
    owner: "kenji",
    otherMembers: [
      ["emma", "EDITOR"],
      ["linh", "AGENT"],
    ],
  },
];

const demoRoleOf = (key: DemoPersonKey): Role =>
  demoPeople.find((person) => person.key === key)?.role ?? "user";

/**
 * Creates, publishes and switches on all bots of the demo, with their visitors and broadcasts. Calls the feature
 * `bots`, as the bot's pages do.
 */
export async function seedBots(
  db: Database,
  app: Pick<App, "services">,
  ids: Readonly<Record<DemoPersonKey, string>>,
): Promise<void> {
  const { bots: botService, broadcasts } = app.services;
  for (const {
    template,
    owner,
    otherMembers,
    article,
    cannedAnswers = [],
    phrases = [],
    broadcast,
    ...settings
  } of demoBots) {
    const role = demoRoleOf(owner);
    const person = { userId: ids[owner], ip: "127.0.0.1", role, isAdmin: false };
    const { id } = await botService.import(
      person,
      createBotFileFromTemplate(botTemplates[template], settings, settings.languages[0] ?? "en"),
    );
    for (const [key, botMemberRole] of otherMembers)
      await botService.people.set(person, id, ids[key], botMemberRole);
    for (const story of await botService.flows.list(person, id)) {
      await botService.flows.publish(person, id, story.id, story.revision);
      await botService.flows.enable(person, id, story.id, true);
    }
    if (article) {
      const [body, kind, keywords] = article;
      const { id: article_id } = await botService.articles.create(person, id, body);
      const target = { kind: "article", article_id } as const;
      await botService.phrases.create(person, id, { kind, keywords, target, is_enabled: true });
    }
    for (const [shortcut, text] of cannedAnswers)
      await botService.canned.create(person, id, { shortcut, text });
    for (const [kind, keywords, text] of phrases)
      await botService.phrases.create(person, id, {
        kind,
        keywords,
        target: { kind: "answer", text },
        is_enabled: true,
      });
    await seedVisitors(db, app, ids, id, template);
    if (broadcast) {
      for (const language of settings.languages) await botService.sessions.start(id, { language });
      await broadcasts.create(person, id, {
        client_id: newId(),
        name: broadcast.name,
        content: { kind: "text", text: broadcast.text },
        audience: {
          platform: null,
          page_id: null,
          tag: null,
          language: null,
          seen_days: null,
          variable: null,
        },
        scheduled_at: null,
        reader_time: null,
      });
    }
  }
}
