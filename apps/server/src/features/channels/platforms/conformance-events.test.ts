import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  type PageUnderTest,
  personSendContext,
  platformCases,
  setUpPageUnderTest,
} from "../../../test/channel-platforms.ts";
import { UndeliveredWebhookError } from "../../../test/channel-stand-ins/webhooks.ts";
import type { ChannelEvent } from "./platform.ts";

// Tests that every platform's webhook is read correctly when a customer does something.

describe.each(platformCases)("$name", (row) => {
  let connectedPage: PageUnderTest;
  beforeAll(async () => {
    connectedPage = await setUpPageUnderTest(row.start);
  });
  beforeEach(() => {
    connectedPage.receiver.events.length = 0;
    connectedPage.receiver.requests.length = 0;
  });

  const listEventsOfType = <T extends ChannelEvent["type"]>(type: T) =>
    connectedPage.receiver.events.filter((event): event is ChannelEvent & { type: T } => event.type === type);
  const sendContent = async (content: Parameters<typeof connectedPage.platform.render>[0]) => {
    for (const payload of connectedPage.platform.render(content))
      expect(
        await connectedPage.platform.send(
          connectedPage.pageWithTokens,
          connectedPage.customer.id,
          payload,
          personSendContext,
        ),
      ).toMatchObject({
        ok: true,
      });
  };

  test("a message comes with its text, its person, its page and its time", async () => {
    connectedPage.standIn.clock.advance(-3_600_000);
    const now = connectedPage.standIn.clock.now();
    await connectedPage.customer.write('Mình đặt 2 bánh / 予約 👩‍👩‍👧‍👦 "x"\n');
    connectedPage.standIn.clock.advance(3_600_000);
    const [event] = listEventsOfType("message");
    expect(event).toMatchObject({
      pageId: connectedPage.page.id,
      personId: connectedPage.customer.id,
      text: 'Mình đặt 2 bánh / 予約 👩‍👩‍👧‍👦 "x"',
      payload: null,
      attachments: [],
      location: null,
    });
    expect(event?.at.getTime()).toBeGreaterThanOrEqual(now);
    expect(event?.at.getTime()).toBeLessThan(now + 60_000);
  });

  test("a lone surrogate becomes U+FFFD, and so does NUL", async () => {
    await connectedPage.customer.write("a\ud800b\u0000c");
    expect(listEventsOfType("message")[0]?.text).toBe("a\ufffdb\ufffdc");
  });

  test("a pressed reply carries its id and its label", async () => {
    await connectedPage.customer.write("hi");
    await sendContent({
      kind: "text",
      text: "Bạn muốn gì?",
      replies: [
        { id: "r-1", label: "Đặt bàn" },
        { id: "r_2", label: "Xem thực đơn" },
      ],
    });
    await connectedPage.customer.press("Xem thực đơn");
    expect(listEventsOfType("message").at(-1)).toMatchObject({ text: "Xem thực đơn", payload: "r_2" });
    await sendContent({
      kind: "card",
      title: "Bánh mì",
      text: "25.000 ₫",
      image: null,
      buttons: [{ id: "buy", label: "Mua", address: null }],
    });
    await connectedPage.customer.press("Mua");
    expect(listEventsOfType("message").at(-1)).toMatchObject({ text: "Mua", payload: "buy" });
  });

  test("files, stickers and places come as what they are", async () => {
    const url = "https://cdn.example/a%20b.jpg?x=1&y=%E1%BA%A1";
    await connectedPage.customer.sendImage(url);
    await connectedPage.customer.sendVideo(url);
    await connectedPage.customer.sendAudio(url);
    await connectedPage.customer.sendFile(url, "báo giá.pdf");
    await connectedPage.customer.sendSticker(url);
    await connectedPage.customer.sendLocation(10.7769, 106.7009);
    await connectedPage.customer.sendLocation(-33.8, 151.2, "Nhà hát\n\u202e");
    const messages = listEventsOfType("message");
    expect(
      messages.map(({ attachments }) => attachments.map(({ kind, address }) => [kind, address])),
    ).toEqual([
      [["image", url]],
      [["video", url]],
      [["audio", url]],
      [["file", url]],
      [["sticker", url]],
      [],
      [],
    ]);
    expect(messages.map(({ location }) => location).slice(-2)).toEqual([
      { latitude: 10.7769, longitude: 106.7009, name: null },
      { latitude: -33.8, longitude: 151.2, name: "Nhà hát" },
    ]);
  });

  test("what was delivered and seen is said", async () => {
    await connectedPage.customer.write("hi");
    await sendContent({ kind: "text", text: "Chào bạn", replies: [] });
    const id = connectedPage.customer.conversationMessages.at(-1)?.id;
    await expect
      .poll(() => listEventsOfType("delivered"))
      .toMatchObject([{ personId: connectedPage.customer.id, messageIds: [id] }]);
    await connectedPage.customer.markAllSeen();
    const [seenEvent] = listEventsOfType("seen");
    const isSeen =
      seenEvent?.messageIds?.includes(id ?? "") ?? (seenEvent?.at.getTime() ?? 0) >= Date.now() - 60_000;
    expect(isSeen).toBe(true);
  });

  test("an answer from elsewhere is an echo that is not ours", async () => {
    await connectedPage.customer.answerInPlatformApp("Chị gọi lại nhé");
    const id = connectedPage.customer.conversationMessages.at(-1)?.id;
    expect(listEventsOfType("echo")).toMatchObject([
      { personId: connectedPage.customer.id, messageId: id, isOurs: false, text: "Chị gọi lại nhé" },
    ]);
  });

  test("a repeated event has the same key, and others have others", async () => {
    await connectedPage.customer.write("one", { eventCopyCount: 3 });
    await connectedPage.customer.write("one");
    await connectedPage.customer.answerInPlatformApp("two");
    await connectedPage.customer.markAllSeen();
    await connectedPage.customer.unfollow();
    await connectedPage.customer.follow();
    const eventKeys = connectedPage.receiver.events.map(({ key }) => key);
    const eventKinds = connectedPage.receiver.events.map(
      ({ type, at: eventTime }) => `${type} ${eventTime.getTime()}`,
    );
    expect(eventKeys.slice(0, 3)).toEqual([eventKeys[0], eventKeys[0], eventKeys[0]]);
    expect(new Set(eventKeys.slice(2)).size).toBe(eventKinds.length - 2);
  });

  test("events come in another order when the platform sends them so", async () => {
    await connectedPage.standIn.webhookSender.sendInReverseOrder(() => [
      connectedPage.customer.write("first"),
      connectedPage.customer.write("second"),
    ]);
    expect(listEventsOfType("message").map(({ text }) => text)).toEqual(["second", "first"]);
    const [secondEvent, firstEvent] = listEventsOfType("message");
    expect(secondEvent?.at.getTime()).toBeGreaterThanOrEqual(
      firstEvent?.at.getTime() ?? Number.POSITIVE_INFINITY,
    );
  });

  test("an event is sent again until it is answered with 200", async () => {
    connectedPage.receiver.nextStatuses.push(500, 503);
    await connectedPage.customer.write("third time");
    expect(listEventsOfType("message").map(({ text }) => text)).toEqual(["third time"]);
    connectedPage.receiver.nextStatuses.push(500, 500, 500, 500);
    await expect(connectedPage.customer.write("never")).rejects.toThrow(UndeliveredWebhookError);
  });

  test("a replayed request is signed, and has the same keys", async () => {
    await connectedPage.customer.write("hi");
    const [request] = connectedPage.receiver.requests;
    if (!request) throw new Error("No request");
    expect(connectedPage.platform.isSigned(request.body, request.headers)).toBe(true);
    expect(connectedPage.platform.readEvents(request.body)?.map(({ key }) => key)).toEqual(
      listEventsOfType("message").map(({ key }) => key),
    );
  });

  test("a wrong signature is refused, whatever it is", async () => {
    await connectedPage.customer.write("a / ế");
    const [request] = connectedPage.receiver.requests;
    const signature = request?.headers[row.signatureHeader];
    if (!request || !signature) throw new Error("No signed request");
    const isSigned = (value: unknown, body = request.body) =>
      connectedPage.platform.isSigned(body, { ...request.headers, [row.signatureHeader]: value as string });
    const [prefix = "", hexDigest = ""] = signature.split("=");
    for (const wrongSignature of [
      undefined,
      "",
      "=",
      prefix,
      `${prefix}=`,
      hexDigest,
      `sha1=${hexDigest}`,
      `${prefix}=${hexDigest.slice(1)}`,
      `${prefix}=${hexDigest}0`,
      `${prefix}=${"0".repeat(64)}`,
      `${prefix}=${"g".repeat(64)}`,
      `${prefix}=${hexDigest.slice(0, 63)}é`,
      `${prefix}=${hexDigest.replace(/.$/, (lastHexDigit) => (lastHexDigit === "0" ? "1" : "0"))}`,
      [],
      [signature, signature],
      ["x", signature],
    ])
      expect(isSigned(wrongSignature)).toBe(false);
    expect(isSigned([signature])).toBe(true);
    expect(isSigned(`${prefix}=${hexDigest.toUpperCase()}`)).toBe(true);
    // The platform signs the exact bytes of the body. The same JSON with other white space or escapes has another
    // signature.
    const sameJson = Buffer.from(JSON.stringify(JSON.parse(request.body.toString())));
    expect(sameJson.equals(request.body)).toBe(false);
    expect(isSigned(signature, sameJson)).toBe(false);
    expect(connectedPage.platform.isSigned(Buffer.from([0xff, 0xfe]), {})).toBe(false);
  });
});
