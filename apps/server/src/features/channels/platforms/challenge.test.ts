import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { createMessenger } from "./messenger.ts";
import { createZalo } from "./zalo.ts";

// These tests check features of a single platform, such as Zalo's signatures and Messenger's check of the webhook.

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

test("Zalo's timestamp counts from the body, else from the header", () => {
  const signBody = (body: string, timestamp: string) =>
    createHash("sha256").update(`2${body}${timestamp}o`).digest("hex");
  const isSignatureAccepted = (body: string, signedTime: string, header?: string) =>
    zaloPlatform.isSigned(Buffer.from(body), {
      "x-zevent-signature": `mac=${signBody(body, signedTime)}`,
      ...(header && { "x-zevent-timestamp": header }),
    });
  expect([
    isSignatureAccepted('{"timestamp":"5"}', "5"),
    isSignatureAccepted('{"timestamp":5}', "5", "6"),
    isSignatureAccepted('{"timestamp":"5"}', "6", "6"),
    isSignatureAccepted("{}", "6", "6"),
    isSignatureAccepted("{}", "6"),
  ]).toEqual([true, true, false, true, false]);
});

test("Messenger's question is answered to those who know the token", () => {
  const answerChallenge = (query: Record<string, unknown>) =>
    messengerPlatform.answerChallenge({
      "hub.mode": "subscribe",
      "hub.verify_token": "v",
      "hub.challenge": "42",
      ...query,
    });
  expect(answerChallenge({})).toBe("42");
  for (const wrongQuery of [
    { "hub.verify_token": "w" },
    { "hub.verify_token": ["v"] },
    { "hub.mode": "other" },
    { "hub.challenge": undefined },
  ])
    expect(answerChallenge(wrongQuery)).toBeNull();
  expect(zaloPlatform.answerChallenge({})).toBeNull();
});
