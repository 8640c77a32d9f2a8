import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arbitraryCorruptedRecord, arbitraryJson } from "../../../test/arbitrary.ts";
import { createMessenger } from "./messenger.ts";
import type { ChannelEvent, ChannelPlatform } from "./platform.ts";
import { createZalo } from "./zalo.ts";

// These tests read webhook bodies that no real platform sends. The reader must not throw, and its result must fit into
// the database.

const url = "http://127.0.0.1:1";
const messengerPlatform = createMessenger({
  appId: "1",
  appSecret: "s",
  verifyToken: "v",
  url,
  dialogUrl: url,
});
const zaloPlatform = createZalo({
  appId: "2",
  appSecret: "s",
  oaSecret: "o",
  oauthUrl: url,
  url,
  windowDays: 7,
});

const anyAttachments = arbitraryCorruptedRecord(
  fc.record({
    type: fc.constantFrom("image", "location", "sticker", "link", "fallback", "template"),
    payload: arbitraryCorruptedRecord(
      fc.record({
        url: fc.constantFrom("https://x.example/a", "javascript:alert(1)", "https://", "file:///etc/passwd"),
        coordinates: arbitraryCorruptedRecord(
          fc.record({ lat: fc.double(), long: fc.double(), latitude: fc.string() }),
        ),
      }),
    ),
  }),
);
const anyParticipant = arbitraryCorruptedRecord(
  fc.record({ id: fc.constantFrom("10", "11", "", "\u0000", 12, "é") }),
);
const anyMessage = arbitraryCorruptedRecord(
  fc.record({
    mid: fc.string(),
    msg_id: fc.string(),
    text: arbitraryJson,
    is_echo: fc.boolean(),
    app_id: fc.integer(),
    attachments: fc.array(anyAttachments, { maxLength: 3 }),
  }),
);
const anyMessagingEvent = arbitraryCorruptedRecord(
  fc.record({
    sender: anyParticipant,
    recipient: anyParticipant,
    timestamp: fc.oneof(fc.integer(), fc.double(), fc.constantFrom("1764000000000", 1e300, -1)),
    message: anyMessage,
    postback: arbitraryJson,
    read: arbitraryCorruptedRecord(fc.record({ watermark: fc.double() })),
    delivery: arbitraryCorruptedRecord(fc.record({ mids: arbitraryJson, watermark: fc.double() })),
  }),
);
const messengerBody = arbitraryCorruptedRecord(
  fc.record({
    object: fc.constant("page"),
    entry: fc.array(
      arbitraryCorruptedRecord(
        fc.record({ id: fc.constant("10"), time: fc.integer(), messaging: fc.array(anyMessagingEvent) }),
      ),
      { maxLength: 3 },
    ),
  }),
);
const zaloBody = arbitraryCorruptedRecord(
  fc.record({
    event_name: fc.constantFrom(
      "user_send_text",
      "user_send_location",
      "oa_send_text",
      "user_seen_message",
      "user_submit_info",
      "follow",
      "nothing_known",
    ),
    sender: anyParticipant,
    recipient: anyParticipant,
    follower: anyParticipant,
    info: arbitraryJson,
    timestamp: fc.oneof(arbitraryJson, fc.constant("1764000000000")),
    message: anyMessage,
  }),
);

function expectStorableEvent(event: ChannelEvent): void {
  expect(Number.isNaN(event.at.getTime())).toBe(false);
  expect(event.key.length).toBeGreaterThan(0);
  expect(event.key.length).toBeLessThanOrEqual(300);
  const eventJson = JSON.stringify(event);
  expect(eventJson.isWellFormed()).toBe(true);
  expect(eventJson).not.toMatch(/\\u0000|\\ud[89a-f]/i);
  for (const { address } of "attachments" in event ? event.attachments : [])
    expect(address).toMatch(/^https?:\/\//);
}

describe.each([
  ["Messenger", messengerPlatform, messengerBody],
  ["Zalo", zaloPlatform, zaloBody],
] as const)("%s", (_, platform: ChannelPlatform, likelyBodies: fc.Arbitrary<unknown>) => {
  const readEvents = (body: Buffer) => {
    platform.isSigned(body, { "x-hub-signature-256": "sha256=", "x-zevent-signature": "mac=" });
    const events = platform.readEvents(body);
    for (const event of events ?? []) expectStorableEvent(event);
    return events;
  };

  test("a likely body with odd values never throws, and is read the same way twice", () => {
    fc.assert(
      fc.property(likelyBodies, (json) => {
        const body = Buffer.from(JSON.stringify(json) ?? "");
        const eventKeys = readEvents(body)?.map(({ key }) => key);
        expect(readEvents(body)?.map(({ key }) => key)).toEqual(eventKeys);
      }),
      { numRuns: 1_000 },
    );
  });

  test("random bytes and random JSON never throw", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.uint8Array(),
          arbitraryJson.map((json) => Buffer.from(`${JSON.stringify(json)}`)),
        ),
        (bytes) => {
          readEvents(Buffer.from(bytes));
        },
      ),
      { numRuns: 500 },
    );
  });

  test("what is no JSON of the platform is null", () => {
    for (const body of [
      "",
      "null",
      "[]",
      "1",
      '"page"',
      "{",
      "{}",
      '{"object":"user","entry":[]}',
      '{"event_name":5}',
    ])
      expect(platform.readEvents(Buffer.from(body))).toBeNull();
  });

  test("JSON that is nested a million levels deep never throws", () => {
    const deeplyNestedJson = `${"[".repeat(1_000_000)}${"]".repeat(1_000_000)}`;
    readEvents(Buffer.from(deeplyNestedJson));
    readEvents(
      Buffer.from(`{"object":"page","entry":[{"id":"10","messaging":[{"message":${deeplyNestedJson}}]}]}`),
    );
    readEvents(Buffer.from(`{"event_name":"user_send_text","message":${deeplyNestedJson}}`));
  });
});

test("broken UTF-8 becomes U+FFFD", () => {
  const event = { id: "10", messaging: [{ sender: { id: "11" }, message: { mid: "m", text: "a?b" } }] };
  const body = Buffer.from(JSON.stringify({ object: "page", entry: [event] }).replace("?", "\xff"), "latin1");
  expect(messengerPlatform.readEvents(body)).toMatchObject([{ type: "message", text: "a\ufffdb" }]);
});

test("unknown events are kept with their names, and have keys of their own", () => {
  const messagingLists = [
    { message: { mid: "n", is_unsupported: true } },
    { reaction: { mid: "m", action: "react", emoji: "❤" } },
    { optin: { type: "x" } },
    {},
  ].map((itemFields) => ({
    sender: { id: "11" },
    recipient: { id: "10" },
    timestamp: 1_764_000_000_000,
    ...itemFields,
  }));
  const entry = [{ id: "10", time: 1, messaging: messagingLists }, { id: "10", changes: [] }, 5];
  const events = messengerPlatform.readEvents(Buffer.from(JSON.stringify({ object: "page", entry }))) ?? [];
  expect(events.map((event) => event.type === "unknown" && event.name)).toEqual([
    "message",
    "reaction",
    "optin",
    "nothing",
    "changes",
    "entry",
  ]);
  expect(new Set(events.map(({ key }) => key)).size).toBe(6);
  const zaloEvent = {
    event_name: "shop_has_order",
    timestamp: "1764000000000",
    oa_id: "7",
    sender: { id: "8" },
  };
  expect(zaloPlatform.readEvents(Buffer.from(JSON.stringify(zaloEvent)))).toMatchObject([
    { type: "unknown", name: "shop_has_order", pageId: "7", personId: "8" },
  ]);
});

test("a hundred thousand entries are read", () => {
  const singleEntry = {
    id: "10",
    time: 1,
    messaging: [{ sender: { id: "11" }, timestamp: 2, message: { mid: "m", text: "x" } }],
  };
  const body = Buffer.from(JSON.stringify({ object: "page", entry: Array(100_000).fill(singleEntry) }));
  expect(messengerPlatform.readEvents(body)).toHaveLength(100_000);
});

test("links, business cards and what a person tells of themselves come as text", () => {
  const senderAndRecipient = { sender: { id: "8" }, recipient: { id: "7" }, timestamp: "1764000000000" };
  const readZaloText = (event_name: string, otherFields: object) => {
    const [event] =
      zaloPlatform.readEvents(
        Buffer.from(JSON.stringify({ event_name, ...senderAndRecipient, ...otherFields })),
      ) ?? [];
    return event?.type === "message" ? event.text : null;
  };
  const createLinkMessage = (payload: object) => ({
    message: { msg_id: "1", attachments: [{ type: "link", payload }] },
  });
  expect(
    readZaloText("user_send_link", createLinkMessage({ title: "Cửa hàng", url: "https://shop.example/" })),
  ).toBe("Cửa hàng\nhttps://shop.example/");
  const card = { title: "Mai", description: JSON.stringify({ phone: "0901234567", qrCodeUrl: "x" }) };
  expect(readZaloText("user_send_business_card", createLinkMessage(card))).toBe("Mai\n0901234567");
  const submittedInfo = { name: "Mai", phone: "84901234567", address: "1 Lê Lợi", city: "TP. HCM" };
  expect(readZaloText("user_submit_info", { info: submittedInfo })).toBe(
    "Mai\n84901234567\n1 Lê Lợi, TP. HCM",
  );
  const sharedLink = { type: "fallback", title: "A page", payload: { url: "https://shop.example/" } };
  const messaging = [{ ...senderAndRecipient, message: { mid: "m", attachments: [sharedLink] } }];
  const body = Buffer.from(JSON.stringify({ object: "page", entry: [{ id: "7", messaging }] }));
  expect(messengerPlatform.readEvents(body)).toMatchObject([{ text: "A page\nhttps://shop.example/" }]);
});
