import { expect, test } from "vitest";
import { botTextPathOf, parseBotTextsLocation } from "./bot-text-address.ts";
import { parseTranslationListFilter } from "./desk-address.ts";

const botId = "01a221eb-2c6c-77c3-b590-50feae2c4978";
const textPlace = { container_id: botId.replace("01a", "02b"), field: "b_1.items.a-1.label" };
const listFilter = { list: "waiting" } as const;
const parseOpenTextsOfPath = (address: string) =>
  parseBotTextsLocation(new URL(address, "http://x").searchParams);

test("An address leads back to the same text", () => {
  expect(
    parseOpenTextsOfPath(
      botTextPathOf({ botId, targetLanguage: "ja", openTextPlace: textPlace }, listFilter),
    ),
  ).toEqual({
    botId,
    targetLanguage: "ja",
    openTextPlace: textPlace,
  });
  expect(parseOpenTextsOfPath(botTextPathOf({ botId, targetLanguage: "vi" }, listFilter))).toEqual({
    botId,
    targetLanguage: "vi",
    openTextPlace: undefined,
  });
  // The address also names a list and its filters. They must not count as a part of what identifies the open text.
  const address = botTextPathOf(
    { botId, targetLanguage: "vi", openTextPlace: textPlace },
    { list: "waiting", into: "vi", source: "en" },
  );
  expect(parseOpenTextsOfPath(address)).toEqual({ botId, targetLanguage: "vi", openTextPlace: textPlace });
  expect(parseTranslationListFilter(new URL(address, "http://x").searchParams)).toMatchObject({
    into: "vi",
    source: "en",
  });
});

test("An address that names no bot, no language or half a place opens no text", () => {
  expect(parseOpenTextsOfPath("/translations/bot?bot=x&to=ja")).toBeUndefined();
  expect(parseOpenTextsOfPath(`/translations/bot?bot=${botId}&to=fr`)).toBeUndefined();
  expect(parseOpenTextsOfPath(`/translations/bot?bot=${botId}&to=ja&in=${botId}&field=../x`)).toEqual({
    botId,
    targetLanguage: "ja",
    openTextPlace: undefined,
  });
});
