import type { BotArticleBody } from "@kakehashi/contract/bot-articles";
import type { TextsByLanguage } from "@kakehashi/contract/languages";
import type { App } from "../app.ts";
import { newId } from "../kit/ids.ts";
import type { DemoPersonKey } from "./cast.ts";

const pricesArticle: BotArticleBody = {
  name: "Bảng giá",
  title: { vi: "Bảng giá làm móng", en: "Our prices" },
  text: {
    vi: "Sơn gel từ 25 đô, đắp bột từ 45 đô. Giá đã gồm chăm sóc da tay.",
    en: "Gel polish from $25, acrylic nails from $45. Hand care is included.",
  },
  image: null,
  buttons: [
    { id: "map", label: { vi: "Xem bản đồ", en: "Open the map" }, address: "https://www.openstreetmap.org/" },
  ],
};

const openingHoursTexts: Partial<TextsByLanguage> = {
  vi: "Tiệm mở cửa từ 9 giờ đến 19 giờ, thứ Ba đến Chủ nhật.",
  en: "We are open from 9 to 19, Tuesday to Sunday.",
};

const specialOfferTexts: Partial<TextsByLanguage> = {
  vi: "Tuần này tiệm giảm 20% cho tất cả dịch vụ. Hẹn gặp bạn nhé!",
  en: "20% off all services this week. See you soon!",
};

/** Days until the bot sends the demo's broadcast. Translators can translate its text until then. */
const daysUntilBroadcast = 30;

/**
 * Creates bot texts that have no Japanese translation yet, and requests these translations. For some texts the demo's
 * translator has already written the translation.
 */
export async function seedBotTextsToTranslate(
  { services }: Pick<App, "services">,
  ids: Readonly<Record<DemoPersonKey, string>>,
  botId: string,
): Promise<void> {
  const { bots, broadcasts, botTexts } = services;
  const owner = { userId: ids.oliver, ip: "127.0.0.1", isAdmin: false };
  const translator = { userId: ids.linh, ip: "127.0.0.1", isAdmin: false };
  const article = await bots.articles.create(owner, botId, pricesArticle);
  const keywords = ["giá", "bao nhiêu", "price", "how much"];
  await bots.phrases.create(owner, botId, {
    kind: "contains",
    keywords,
    target: { kind: "article", article_id: article.id },
    is_enabled: true,
  });
  await bots.phrases.create(owner, botId, {
    kind: "contains",
    keywords: ["giờ mở cửa", "mấy giờ", "open", "hours"],
    target: { kind: "answer", text: openingHoursTexts },
    is_enabled: true,
  });
  await broadcasts.create(owner, botId, {
    client_id: newId(),
    name: "Ưu đãi tuần này",
    content: { kind: "text", text: specialOfferTexts },
    audience: { platform: null, page_id: null, tag: null, language: null, seen_days: null, variable: null },
    scheduled_at: new Date(Date.now() + daysUntilBroadcast * 24 * 3_600_000).toISOString(),
    reader_time: null,
  });
  await botTexts.askForTranslations(owner, botId, "ja");
  const textFieldAddress = (field: string) => ({
    botId,
    container_id: article.id,
    field,
    language: "ja" as const,
  });
  const translateField = (field: string, source: string | undefined, content: string) =>
    botTexts.translate(translator, textFieldAddress(field), { content, source: source ?? "", target: "" });
  await translateField("title", pricesArticle.title.vi, "ネイルの料金表");
  await translateField("buttons.map.label", pricesArticle.buttons[0]?.label.vi, "地図を見る");
}
