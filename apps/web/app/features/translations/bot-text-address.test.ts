import { expect, test } from "vitest";
import { botTextAddress, openBotTextsOf } from "./bot-text-address.ts";

const botId = "01a221eb-2c6c-77c3-b590-50feae2c4978";
const place = { flow_id: botId.replace("01a", "02b"), block_id: "b_1", field: "items.a-1.label" };
const read = (address: string) => openBotTextsOf(new URL(address, "http://x").searchParams);

test("An address leads back to the same text", () => {
  expect(read(botTextAddress({ botId, to: "ja", place }))).toEqual({ botId, to: "ja", place });
  expect(read(botTextAddress({ botId, to: "vi" }))).toEqual({ botId, to: "vi", place: undefined });
});

test("An address that names no bot, no language or half a place opens no text", () => {
  expect(read("/translations/bot?bot=x&to=ja")).toBeUndefined();
  expect(read(`/translations/bot?bot=${botId}&to=fr`)).toBeUndefined();
  expect(read(`/translations/bot?bot=${botId}&to=ja&story=${botId}&block=../x&field=text`)).toEqual({
    botId,
    to: "ja",
    place: undefined,
  });
});
