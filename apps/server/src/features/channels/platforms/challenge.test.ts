import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { createMessenger } from "./messenger.ts";
import { createZalo } from "./zalo.ts";

// These tests check features of a single platform, such as Zalo's signatures and Messenger's check of the webhook.

const url = "http://127.0.0.1:1";
const messenger = createMessenger({ appId: "1", appSecret: "s", verifyToken: "v", url, dialogUrl: url });
const zalo = createZalo({ appId: "2", appSecret: "s", oaSecret: "o", oauthUrl: url, url, windowDays: 7 });

test("Zalo's timestamp counts from the body, else from the header", () => {
  const signBody = (body: string, timestamp: string) =>
    createHash("sha256").update(`2${body}${timestamp}o`).digest("hex");
  const isSigned = (body: string, signedTime: string, header?: string) =>
    zalo.isSigned(Buffer.from(body), {
      "x-zevent-signature": `mac=${signBody(body, signedTime)}`,
      ...(header && { "x-zevent-timestamp": header }),
    });
  expect([
    isSigned('{"timestamp":"5"}', "5"),
    isSigned('{"timestamp":5}', "5", "6"),
    isSigned('{"timestamp":"5"}', "6", "6"),
    isSigned("{}", "6", "6"),
    isSigned("{}", "6"),
  ]).toEqual([true, true, false, true, false]);
});

test("Messenger's question is answered to those who know the token", () => {
  const answerToChallenge = (query: Record<string, unknown>) =>
    messenger.answerChallenge({
      "hub.mode": "subscribe",
      "hub.verify_token": "v",
      "hub.challenge": "42",
      ...query,
    });
  expect(answerToChallenge({})).toBe("42");
  for (const wrongQuery of [
    { "hub.verify_token": "w" },
    { "hub.verify_token": ["v"] },
    { "hub.mode": "other" },
    { "hub.challenge": undefined },
  ])
    expect(answerToChallenge(wrongQuery)).toBeNull();
  expect(zalo.answerChallenge({})).toBeNull();
});
