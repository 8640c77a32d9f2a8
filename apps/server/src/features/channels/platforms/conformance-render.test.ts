import fc from "fast-check";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  type PageUnderTest,
  personSendContext,
  platformCases,
  setUpPageUnderTest,
} from "../../../test/channel-platforms.ts";
import type { ChannelEvent, OutgoingContent } from "./platform.ts";

// Tests how every platform's client converts random content. The fake platform server must accept the API calls, no
// word may be lost, and every button must work.

const anyWord = fc.oneof(
  fc.lorem({ maxCount: 3 }),
  fc.string({ unit: "grapheme", maxLength: 30 }),
  fc.constantFrom("Đặt bàn", "予約する", "👩‍👩‍👧‍👦", "1", "…", "e\u0301".repeat(30)),
);
const anyParagraph = (maximum: number) =>
  fc.oneof(
    anyWord,
    fc.array(anyWord, { maxLength: 400 }).map((words) => words.join(" ").slice(0, maximum).toWellFormed()),
    fc.constantFrom("", " ", "\n\n", "予約".repeat(2_400), "x".repeat(5_000), `${" ".repeat(3_000)}x`),
  );
const anyLabel = fc.oneof(
  anyWord,
  fc.constantFrom("", "x".repeat(200), "Xem tất cả các món ăn của nhà hàng"),
);
const anyAddress = fc.constantFrom(
  "https://cdn.example/a.png",
  "http://shop.example/?q=ạ",
  "",
  "ftp://x",
  "no address",
);

/** Generates the choices of a message. Two choices may have the same label, but each has its own id. */
const anyChoices = <T>(extraFields: fc.Arbitrary<T>, maximum: number) =>
  fc.array(fc.record({ label: anyLabel, extra: extraFields }), { maxLength: maximum }).map((list) =>
    list.map((choiceFields, index) => ({
      id: `id-${index}`,
      label: choiceFields.label,
      ...choiceFields.extra,
    })),
  );

const anyContent: fc.Arbitrary<OutgoingContent> = fc.oneof(
  fc.record({
    kind: fc.constant("text" as const),
    text: anyParagraph(5_000),
    replies: anyChoices(fc.constant({}), 30),
  }),
  fc.record({ kind: fc.constant("image" as const), address: anyAddress, description: anyParagraph(200) }),
  fc.record({ kind: fc.constant("file" as const), address: anyAddress, name: anyParagraph(200) }),
  fc.record({
    kind: fc.constant("card" as const),
    title: anyParagraph(300),
    text: anyParagraph(5_000),
    image: fc.option(anyAddress),
    buttons: anyChoices(fc.record({ address: fc.option(anyAddress) }), 10),
  }),
  fc.record({
    kind: fc.constant("attachment" as const),
    fileCategory: fc.constantFrom("image", "video", "audio", "application"),
    address: fc.constant("https://files.example/f/abc"),
    name: fc.constantFrom("a.png", "báo giá.pdf"),
    size: fc.constantFrom(1, 2_000_000, 50_000_000),
  }),
);

const removeSpaces = (text: string) => text.replace(/\s+/g, "");

describe.each(platformCases)("$name", (row) => {
  let connectedPage: PageUnderTest;
  beforeAll(async () => {
    connectedPage = await setUpPageUnderTest(row.start);
    // These tests need no echoes of sent messages, so the fake platform server sends no webhooks. This saves time.
    connectedPage.standIn.webhookSender.webhookUrl = null;
    await connectedPage.customer.write("hi");
  });
  beforeEach(() => {
    connectedPage.receiver.events.length = 0;
  });

  /** Sends the content and returns the messages that the customer then sees. */
  async function sendContent(contentToSend: OutgoingContent) {
    const countBefore = connectedPage.customer.conversationMessages.length;
    for (const payload of connectedPage.platform.render(contentToSend)) {
      // The server stores payloads in the database as JSON, so the test converts each payload to JSON and back.
      const payloadFromJson = JSON.parse(JSON.stringify(payload));
      const sendResult = await connectedPage.platform.send(
        connectedPage.pageWithTokens,
        connectedPage.customer.id,
        payloadFromJson,
        personSendContext,
      );
      if (!sendResult.ok)
        throw new Error(`${sendResult.code} ${sendResult.detail}: ${JSON.stringify(payload).slice(0, 500)}`);
    }
    return connectedPage.customer.conversationMessages.slice(countBefore);
  }

  async function pressButton(payload: string): Promise<ChannelEvent | undefined> {
    connectedPage.standIn.webhookSender.webhookUrl = connectedPage.receiver.address;
    await connectedPage.customer.press(payload);
    connectedPage.standIn.webhookSender.webhookUrl = null;
    return connectedPage.receiver.events.at(-1);
  }

  test("whatever is said is taken, no word is lost, and every choice is there once", async () => {
    await fc.assert(
      fc.asyncProperty(anyContent, async (content) => {
        const receivedMessages = await sendContent(content);
        const receivedText = removeSpaces(receivedMessages.map(({ text }) => text).join(""));
        const buttons = receivedMessages.flatMap((message) => message.buttons);
        if (content.kind === "text") {
          expect(receivedText).toContain(removeSpaces(content.text));
          expect(buttons).toHaveLength(content.replies.length);
          expect(new Set(buttons.map(({ payload }) => payload)).size).toBe(buttons.length);
          // The full label of each quick reply appears on its button or in the message's text.
          for (const [index, reply] of content.replies.entries()) {
            const labelWithoutSpaces = removeSpaces(reply.label);
            expect(`${receivedText} ${removeSpaces(buttons[index]?.title ?? "")}`).toContain(
              labelWithoutSpaces,
            );
          }
        }
        if (content.kind === "card") {
          expect(receivedText).toContain(removeSpaces(content.title));
          expect(receivedText).toContain(removeSpaces(content.text));
          const isUsableAddress = (buttonAddress: string | null) =>
            buttonAddress === null || /^https?:/.test(buttonAddress);
          expect(buttons).toHaveLength(
            content.buttons.filter((button) => isUsableAddress(button.address)).length,
          );
          for (const { address: target, title } of buttons) {
            if (target !== null) expect(URL.canParse(target)).toBe(true);
            expect(title.trim()).not.toBe("");
          }
        }
      }),
      { numRuns: 120 },
    );
  });

  test.each([
    ["few replies", 3, "Món"],
    ["many replies", 13, "Món"],
    ["more replies than buttons", 30, "Món"],
    ["long labels", 5, "Một cái tên rất dài của một món ăn trong thực đơn của nhà hàng chúng tôi, món số"],
  ])("each of %s says its own id when it is pressed", async (_, count, name) => {
    const replies = Array.from({ length: count }, (_, index) => ({
      id: `reply_${index}`,
      label: `${name} ${index + 1}`,
    }));
    const seenMessages = await sendContent({ kind: "text", text: "Bạn chọn món nào?", replies });
    const buttons = seenMessages.flatMap((message) => message.buttons);
    expect(new Set(buttons.map(({ title }) => title)).size).toBe(count);
    for (const [index, button] of buttons.entries())
      expect(await pressButton(button.payload ?? "")).toMatchObject({
        type: "message",
        payload: `reply_${index}`,
      });
  });

  test("a card's picture, texts, button and link arrive", async () => {
    const seenMessages = await sendContent({
      kind: "card",
      title: "Bánh mì",
      text: "25.000 ₫",
      image: "https://cdn.example/banh-mi.jpg",
      buttons: [
        { id: "buy", label: "Mua", address: null },
        { id: "more", label: "Xem thêm", address: "https://shop.example/banh-mi" },
      ],
    });
    expect(seenMessages.flatMap(({ attachments }) => attachments)).toEqual([
      { type: "image", url: "https://cdn.example/banh-mi.jpg" },
    ]);
    expect(seenMessages.map(({ text }) => text).join("\n")).toMatch(/Bánh mì\s+25\.000 ₫/);
    expect(seenMessages.flatMap(({ buttons }) => buttons)).toMatchObject([
      { title: "Mua", address: null },
      { title: "Xem thêm", payload: null, address: "https://shop.example/banh-mi" },
    ]);
  });

  test("a long text arrives in order, between words", async () => {
    const text = Array.from({ length: 1_000 }, (_, index) => `từ${index}`).join(" ");
    const seenMessages = await sendContent({ kind: "text", text, replies: [] });
    expect(seenMessages.length).toBeGreaterThan(1);
    expect(seenMessages.map((message) => message.text).join(" ")).toBe(text);
  });

  test("a file that the platform does not take becomes its name and link", async () => {
    const seenMessages = await sendContent({
      kind: "attachment",
      fileCategory: "application",
      address: "https://files.example/f/abc",
      name: "báo giá.zip",
      size: 90_000_000,
    });
    expect(seenMessages.map(({ text }) => text)).toEqual(["báo giá.zip\nhttps://files.example/f/abc"]);
  });

  test("nothing is sent for a blank text", () => {
    expect(connectedPage.platform.render({ kind: "text", text: " \n ", replies: [] })).toEqual([]);
  });
});
