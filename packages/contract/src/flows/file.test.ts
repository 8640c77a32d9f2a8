import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { formatFieldErrors } from "../kit/validation.ts";
import { createExportedBotJsonSchema, exportedBotFileSchema } from "./file.ts";
import { createEmptyFlow, flowSchema } from "./flow.ts";
import { flowLimits } from "./limits.ts";

const publishedSchemaPath = join(import.meta.dirname, "../../bot-file.schema.json");

// If the format of a bot's file changes, update the stored JSON Schema: KAKEHASHI_WRITE_SCHEMA=1 npm run unit --
// flows/file && npm run format
test("bot-file.schema.json equals the JSON Schema of the contract", () => {
  const currentSchema = createExportedBotJsonSchema();
  if (process.env.KAKEHASHI_WRITE_SCHEMA) writeFileSync(publishedSchemaPath, JSON.stringify(currentSchema));
  expect(JSON.parse(readFileSync(publishedSchemaPath, "utf8"))).toEqual(currentSchema);
});

const botSettings = { name: "Salon", languages: ["ja", "vi"], platforms: ["WEB"], hours: null };
const file = (fields: object = {}) => ({
  format: "kakehashi-bot",
  version: 1,
  bot: botSettings,
  flows: [{ id: "019abcde-0000-7000-8000-000000000001", name: "Booking", flow: createEmptyFlow() }],
  ...fields,
});

const sampleArticle = {
  id: "019abcde-0000-7000-8000-000000000002",
  name: "Hours",
  title: { en: "Hours" },
  text: {},
};
const samplePhrase = {
  kind: "contains",
  keywords: ["hours"],
  target: { kind: "article", article_id: sampleArticle.id },
};

/** Returns a bot's file with these business hours. */
const createBotFileWithHours = (...openingSpans: [number, string, string][]) => ({
  bot: {
    ...botSettings,
    hours: {
      time_zone: "UTC",
      spans: openingSpans.map(([day, from, until]) => ({ day, from, until })),
      holidays: [],
    },
  },
});

const cannedAnswer = { shortcut: "thanks", text: { en: "Thank you" } };

test("A bot's file that is parsed, written and parsed again stays the same", () => {
  const parsedFile = exportedBotFileSchema.parse(file());
  expect(exportedBotFileSchema.parse(JSON.parse(JSON.stringify(parsedFile)))).toEqual(parsedFile);
});

test("A file can have hours that go on past midnight, and whole days", () => {
  const fileWithSpans = file(
    createBotFileWithHours([5, "18:00", "02:00"], [6, "02:00", "24:00"], [7, "00:00", "00:00"]),
  );
  expect(exportedBotFileSchema.parse(fileWithSpans).bot.hours?.spans).toEqual(
    createBotFileWithHours([5, "18:00", "02:00"], [6, "02:00", "24:00"], [7, "00:00", "00:00"]).bot.hours
      .spans,
  );
});

const findFieldErrors = (
  value: unknown,
  schema: typeof exportedBotFileSchema | typeof flowSchema = exportedBotFileSchema,
) => {
  const { error } = schema.safeParse(value);
  return formatFieldErrors(error?.issues ?? [], "en");
};
const textBlock = (id: string, saidText = "Hello") => ({ id, type: "text", text: { en: saidText } });
const createFlowOfBlocks = (blocks: object[], fields: object = {}) => ({
  ...createEmptyFlow(),
  groups: [{ id: "start", title: "", x: 0, y: 0, blocks }],
  ...fields,
});

test.each([
  ["another format", { format: "typebot" }, "format"],
  ["another schema version", { version: 2 }, "version"],
  ["a language twice", { bot: { ...botSettings, languages: ["ja", "ja"] } }, "bot.languages"],
  ["an unknown platform", { bot: { ...botSettings, platforms: ["FAX"] } }, "bot.platforms.0"],
  ["no name", { bot: { ...botSettings, name: " " } }, "bot.name"],
  ["a flow's id twice", { flows: [file().flows[0], file().flows[0]] }, "flows.1.id"],
  ["an article's id twice", { articles: [sampleArticle, sampleArticle] }, "articles.1.id"],
  ["a phrase without keywords", { phrases: [{ ...samplePhrase, keywords: [] }] }, "phrases.0.keywords"],
  [
    "a shortcut twice, in another case",
    { canned: [cannedAnswer, { ...cannedAnswer, shortcut: "Thanks" }] },
    "canned.1.shortcut",
  ],
  [
    "a host that is an address",
    { bot: { ...botSettings, request_hosts: ["https://a.example/"] } },
    "bot.request_hosts.0",
  ],
  [
    "a holiday in the year 1",
    { bot: { ...botSettings, hours: { time_zone: "UTC", spans: [], holidays: ["0001-01-01"] } } },
    "bot.hours.holidays.0",
  ],
  [
    "hours that overlap those of the night before",
    createBotFileWithHours([7, "18:00", "02:00"], [1, "01:00", "09:00"]),
    "bot.hours.spans.1.from",
  ],
  [
    "hours that begin at the end of a day",
    createBotFileWithHours([1, "24:00", "02:00"]),
    "bot.hours.spans.0.from",
  ],
  ["a phrase of no article", { phrases: [samplePhrase] }, "phrases.0.target.article_id"],
  ["too many flows", { flows: Array.from({ length: 51 }, () => file().flows[0]) }, "flows"],
])("A file with %s gets an error that names its field", (_, fields, field) => {
  expect(Object.keys(findFieldErrors(file(fields)))).toContain(field);
});

test("A story with too many blocks is told how many it may have, and a request's address may begin with http", () => {
  const groups = Array.from({ length: 21 }, (_, groupIndex) => ({
    ...createFlowOfBlocks(Array.from({ length: 100 }, (_, index) => textBlock(`b${groupIndex}x${index}`)))
      .groups[0],
    id: groupIndex === 0 ? "start" : `g${groupIndex}`,
  }));
  expect(findFieldErrors(createFlowOfBlocks([], { groups }), flowSchema).groups).toContain("2,000 blocks");
  const request = { id: "a", type: "request", method: "GET", headers: [], body: "", saves: [] };
  const errors = findFieldErrors(createFlowOfBlocks([{ ...request, address: "shop.example" }]), flowSchema);
  expect(errors["groups.0.blocks.0.address"]).toContain("http://");
});

test.each([
  ["a block's id twice", createFlowOfBlocks([textBlock("a"), textBlock("a")]), "groups.0.blocks.1.id"],
  ["an unknown kind of block", createFlowOfBlocks([{ id: "a", type: "exec" }]), "groups.0.blocks.0.type"],
  [
    "a script as an address",
    createFlowOfBlocks([{ id: "a", type: "image", address: "javascript:alert(1)", description: {} }]),
    "groups.0.blocks.0.address",
  ],
  [
    "a host that an answer chooses",
    createFlowOfBlocks([{ id: "a", type: "image", address: "https://{{host}}/x.png", description: {} }]),
    "groups.0.blocks.0.address",
  ],
  [
    "the reserved exit as an item",
    createFlowOfBlocks([
      { id: "a", type: "choices", text: {}, items: [{ id: "else", label: {} }], retry: {}, tries: 3 },
    ]),
    "groups.0.blocks.0.items.0.id",
  ],
  [
    "a text that is too long",
    createFlowOfBlocks([textBlock("a", "x".repeat(5_001))]),
    "groups.0.blocks.0.text.en",
  ],
  [
    "a variable's name twice",
    createFlowOfBlocks([], {
      variables: [
        { id: "a", name: "n" },
        { id: "b", name: "n" },
      ],
    }),
    "variables.1.name",
  ],
  [
    "a variable that is named like a part of JavaScript",
    createFlowOfBlocks([], { variables: [{ id: "a", name: "__proto__" }] }),
    "variables.0.name",
  ],
])("A flow with %s gets an error that names its field", (_, draft, field) => {
  expect(Object.keys(findFieldErrors(draft, flowSchema))).toEqual([field]);
});

test("A flow with 100,000 blocks, or with too many bytes, is refused with one error for the whole list", () => {
  const manyBlocks = Array.from({ length: 100_000 }, (_, index) => textBlock(`b${index}`));
  expect(findFieldErrors(createFlowOfBlocks(manyBlocks), flowSchema)).toEqual({
    "groups.0.blocks": "Choose at most 100.",
  });
  const groups = Array.from({ length: 450 }, (_, index) => ({
    id: `g${index}`,
    title: "",
    x: 0,
    y: 0,
    blocks: [textBlock(`b${index}`, "あ".repeat(300))],
  }));
  expect(findFieldErrors({ ...createEmptyFlow(), groups }, flowSchema)[""]).toContain(
    String(flowLimits.bytes / 1_000),
  );
});

test("Markup in a text stays text, and characters that the database cannot store are replaced", () => {
  const script = '<script>alert("x")</script> {{name}}';
  const parsedFlow = flowSchema.parse(
    createFlowOfBlocks([textBlock("a", script), textBlock("b", "a\u0000b\ud800")]),
  );
  expect(parsedFlow.groups[0]?.blocks).toMatchObject([
    { text: { en: script } },
    { text: { en: "a\uFFFDb\uFFFD" } },
  ]);
});
