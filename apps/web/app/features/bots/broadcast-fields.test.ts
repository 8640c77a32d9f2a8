import type { BroadcastDetail } from "@kakehashi/contract/bot-broadcasts";
import { expect, test } from "vitest";
import { createEmptyBroadcastFields, fieldsOfBroadcastCopy } from "./broadcast-fields.ts";

const testAudience = {
  platform: null,
  page_id: null,
  tag: "vip",
  language: null,
  seen_days: 30,
  variable: null,
};
const sentBroadcast = {
  name: "Spring",
  content: { kind: "text", text: { en: "Hello", ja: "こんにちは" } },
  audience: testAudience,
  scheduled_at: null,
  reader_time: null,
} as unknown as BroadcastDetail;
const articleCard = { kind: "article", name: "Prices", title: {}, text: {}, image: null, buttons: [] };
const copiedFieldsOf = (changedFields: object) =>
  fieldsOfBroadcastCopy(
    { ...sentBroadcast, ...changedFields },
    [{ id: "p", name: "Prices" }],
    (name) => `${name} (copy)`,
  );

test("a copy has the texts and the visitors of the broadcast, and is a new broadcast", () => {
  const copiedFields = copiedFieldsOf({});
  expect(copiedFields).toMatchObject({
    name: "Spring (copy)",
    content: { kind: "text", text: { en: "Hello", vi: "", ja: "こんにちは" } },
    audience: { tag: "vip", seen_days: "30" },
    when: "now",
  });
  expect(copiedFields.client_id).toMatch(/^[\da-f-]{36}$/);
  expect(Object.keys(copiedFields)).toEqual(Object.keys(createEmptyBroadcastFields()));
});

test.each([
  ["later", { scheduled_at: "2026-11-29T00:00:00.000Z" }],
  [
    "clock",
    {
      scheduled_at: "2026-11-29T00:00:00.000Z",
      reader_time: { at: "2026-11-29T09:00", time_zone: "Asia/Tokyo" },
    },
  ],
])("the time of a copy is empty: %s", (situation, changedFields) => {
  expect(copiedFieldsOf(changedFields)).toMatchObject({
    when: situation,
    scheduled_at: "",
    reader_time: { at: "" },
  });
});

test("a copy sends the article of the same name, or none if there is none", () => {
  expect(copiedFieldsOf({ content: articleCard }).content).toMatchObject({
    kind: "article",
    article_id: "p",
  });
  const copyWithUnknownArticle = copiedFieldsOf({ content: { ...articleCard, name: "Terms" } });
  expect(copyWithUnknownArticle.content).toMatchObject({ kind: "article", article_id: "" });
});

test("the name of a copy is not too long", () => {
  expect(copiedFieldsOf({ name: "n".repeat(200) }).name.length).toBeLessThanOrEqual(200);
});
