import { createServer } from "node:http";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { arbitraryCorruptedRecord, arbitraryJson } from "../../../test/arbitrary.ts";
import { connectionAttempt, personSendContext } from "../../../test/channel-platforms.ts";
import { createMessenger } from "./messenger.ts";
import { PlatformError } from "./platform.ts";
import { createZalo } from "./zalo.ts";

// The test's server sends HTTP responses that no real platform sends. A platform's client must treat each of them as a
// failure, and must throw no other kind of error.

let platformAnswer = { status: 200, body: "" };
const server = createServer((request, response) => {
  request.resume().on("end", () => response.writeHead(platformAnswer.status).end(platformAnswer.body));
});
await new Promise<void>((onListening) => server.listen(0, "127.0.0.1", onListening));
const serverAddress = server.address();
const url = `http://127.0.0.1:${typeof serverAddress === "object" && serverAddress?.port}`;
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

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
const pageTokens = { accessToken: "a", refreshToken: "r", expiresAt: null };
const page = { externalId: "10", tokens: pageTokens };

const error = arbitraryCorruptedRecord(
  fc.record({
    code: fc.constantFrom(190, "190", 0, 1e300),
    message: arbitraryJson,
    error_subcode: arbitraryJson,
  }),
);
const anyLikelyResponse = arbitraryCorruptedRecord(
  fc.record(
    {
      error: fc.oneof(error, fc.constantFrom(-216, "-216", 0, "0", "no", null)),
      message_id: arbitraryJson,
      data: fc.oneof(
        fc.array(arbitraryCorruptedRecord(fc.record({ id: fc.constant("1"), access_token: arbitraryJson }))),
      ),
      access_token: fc.constant("token"),
      refresh_token: fc.constant("token"),
      expires_in: fc.constantFrom("90000", 1e300, "1e300", -1, "soon"),
      success: fc.boolean(),
    },
    { requiredKeys: [] },
  ),
);

test("an odd answer is a failure or a result, and nothing else is thrown", async () => {
  const status = fc.constantFrom(200, 200, 200, 400, 401, 429, 500, 503);
  await fc.assert(
    fc.asyncProperty(status, fc.oneof(anyLikelyResponse, arbitraryJson), async (code, json) => {
      platformAnswer = { status: code, body: JSON.stringify(json) ?? "" };
      for (const platform of [messengerPlatform, zaloPlatform]) {
        const sendResult = await platform.send(page, "11", { message: { text: "x" } }, personSendContext);
        if (sendResult.ok) expect(sendResult.messageId).toMatch(/^[\x21-\x7e]+$/);
        else expect(sendResult.detail.isWellFormed() && sendResult.detail.length <= 500).toBe(true);
        const platformCalls = [
          () =>
            platform.listConnectablePages(connectionAttempt, { code: "c", state: connectionAttempt.state }),
          () => platform.subscribe("10", pageTokens),
          () => platform.unsubscribe("10", pageTokens),
          () => platform.refreshTokens(pageTokens),
          () => platform.fetchProfile(page, "11"),
        ];
        for (const callPlatform of platformCalls) {
          try {
            const result = await callPlatform();
            const expiresAt = result && "expiresAt" in result ? result.expiresAt?.getTime() : 0;
            expect(Number.isNaN(expiresAt)).toBe(false);
          } catch (thrown) {
            expect(thrown).toBeInstanceOf(PlatformError);
          }
        }
      }
    }),
    { numRuns: 100 },
  );
});

test.each([
  [{ error: { message: "no", code: "190" } }, "TOKEN"],
  [{ error: { message: "no" } }, "REFUSED"],
  [{ error: "no" }, "REFUSED"],
  [
    { error: { code: 100, message: "Length of param message[text] must be less than or equal to 2000" } },
    "TOO_LONG",
  ],
  [{ error: { code: 100, error_subcode: 2018001, message: "No matching user found" } }, "NOT_FOLLOWING"],
  [{ error: { code: 10, error_subcode: 2018278, message: "Outside" } }, "WINDOW"],
  [{ error: { code: 999, message: "Soon", is_transient: true } }, "UNREACHABLE"],
])("Messenger's answer 200 with %j inside is %s", async (body, code) => {
  platformAnswer = { status: 200, body: JSON.stringify(body) };
  const messengerResult = await messengerPlatform.send(
    page,
    "11",
    { message: { text: "x" } },
    personSendContext,
  );
  expect(messengerResult).toMatchObject({ ok: false, code, mayHaveArrived: false });
  await expect(messengerPlatform.subscribe("10", pageTokens)).rejects.toMatchObject({ code });
});

test("a subscription without success is refused", async () => {
  platformAnswer = { status: 200, body: JSON.stringify({ success: false }) };
  await expect(messengerPlatform.subscribe("10", pageTokens)).rejects.toMatchObject({ code: "REFUSED" });
});

test.each([
  ["-216", "TOKEN"],
  ["no", "REFUSED"],
  [{ code: 1 }, "REFUSED"],
])("Zalo's error %j is %s", async (errorCode, code) => {
  platformAnswer = { status: 200, body: JSON.stringify({ error: errorCode, message: "no" }) };
  const zaloResult = await zaloPlatform.send(page, "11", { message: { text: "x" } }, personSendContext);
  expect(zaloResult).toMatchObject({ ok: false, code, mayHaveArrived: false });
});
