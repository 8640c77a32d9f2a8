import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  connectionAttempt,
  type PageUnderTest,
  personSendContext,
  platformCases,
  setUpPageUnderTest,
} from "../../../test/channel-platforms.ts";

// Tests how every platform's client handles refused API calls and lost responses.

describe.each(platformCases)("$name", (row) => {
  let connectedPage: PageUnderTest;
  beforeAll(async () => {
    connectedPage = await setUpPageUnderTest(row.start);
  });
  beforeEach(() => connectedPage.customer.write("xin chào"));

  const sendText = (text: string, platform = connectedPage.platform) =>
    platform.send(
      connectedPage.pageWithTokens,
      connectedPage.customer.id,
      connectedPage.platform.render({ kind: "text", text, replies: [] })[0] ?? {},
      personSendContext,
    );

  test.each([...row.errors])("the error %i is %s", async (number, code) => {
    connectedPage.standIn.failNextCall({ kind: "error", code: number });
    const sendResult = await sendText("hi");
    expect(sendResult).toMatchObject({ ok: false, code, mayHaveArrived: false });
    const isTemporary = ["RATE", "UNREACHABLE"].includes(code);
    expect(!sendResult.ok && (sendResult.retryAfterMs ?? 0) > 0).toBe(isTemporary);
    expect(!sendResult.ok && sendResult.detail).toMatch(new RegExp(`${number}`));
  });

  test.each([
    [{ kind: "status", status: 500 }, true],
    [{ kind: "status", status: 502 }, true],
    [{ kind: "status", status: 503 }, false],
    [{ kind: "cut" }, true],
    [{ kind: "brokenJson" }, true],
    [{ kind: "large" }, true],
    [{ kind: "redirect", redirectUrl: "http://127.0.0.1:1/" }, true],
  ] as const)("%j is UNREACHABLE", async (failure, mayHaveArrived) => {
    connectedPage.standIn.failNextCall(failure);
    const sendResult = await sendText("hi");
    expect(sendResult).toMatchObject({ ok: false, code: "UNREACHABLE", mayHaveArrived });
    // A message that may have arrived is not retried automatically, because the customer could get it twice.
    expect(!sendResult.ok && sendResult.retryAfterMs === null).toBe(mayHaveArrived);
    connectedPage.standIn.failNextCall(failure);
    await expect(
      connectedPage.platform.fetchProfile(connectedPage.pageWithTokens, connectedPage.customer.id),
    ).rejects.toMatchObject({
      code: "UNREACHABLE",
    });
  });

  test("a platform that hangs is UNREACHABLE when the time is over", async () => {
    const platformWithShortTimeout = connectedPage.withTimeout(1_000);
    connectedPage.standIn.failNextCall({ kind: "hang" });
    const lostAnswerResult = { ok: false, code: "UNREACHABLE", mayHaveArrived: true, retryAfterMs: null };
    expect(await sendText("hi", platformWithShortTimeout)).toEqual({
      ...lostAnswerResult,
      detail: "No answer came within 1 s.",
    });
    connectedPage.standIn.failNextCall({ kind: "hang" });
    await expect(
      platformWithShortTimeout.fetchProfile(connectedPage.pageWithTokens, connectedPage.customer.id),
    ).rejects.toMatchObject({
      code: "UNREACHABLE",
    });
  });

  test("a message that was sent before the answer was lost may have arrived", async () => {
    connectedPage.standIn.failNextCall({ kind: "cut", failsAfterAction: true });
    expect(await sendText("only once")).toMatchObject({
      ok: false,
      mayHaveArrived: true,
      retryAfterMs: null,
    });
    expect(
      connectedPage.customer.conversationMessages.filter(({ text }) => text === "only once"),
    ).toHaveLength(1);
  });

  test("a platform that is not there is UNREACHABLE, and may be tried again", async () => {
    const closedPlatform = await row.start();
    await closedPlatform.standIn.close();
    const sendResult = await closedPlatform.platform.send(
      connectedPage.pageWithTokens,
      "1",
      { message: { text: "hi" } },
      personSendContext,
    );
    expect(sendResult).toMatchObject({ ok: false, code: "UNREACHABLE", mayHaveArrived: false });
    expect(!sendResult.ok && sendResult.retryAfterMs).toBeGreaterThan(0);
    await expect(
      closedPlatform.platform.listConnectablePages(connectionAttempt, {
        code: "a",
        state: connectionAttempt.state,
      }),
    ).rejects.toMatchObject({
      code: "UNREACHABLE",
    });
  });

  test("an error never shows a token", async () => {
    const tokens = {
      accessToken: "token-of-the-page",
      refreshToken: "token-that-refreshes",
      expiresAt: null,
    };
    const page = { externalId: connectedPage.page.id, tokens };
    const refusedSendResult = await connectedPage.platform.send(
      page,
      connectedPage.customer.id,
      { message: { text: "hi" } },
      personSendContext,
    );
    expect(refusedSendResult).toMatchObject({ ok: false, code: "TOKEN" });
    const networkErrors = [
      refusedSendResult,
      await connectedPage.platform
        .fetchProfile(page, connectedPage.customer.id)
        .catch((error: unknown) => error),
      await connectedPage.platform.refreshTokens(tokens).catch((error: unknown) => error),
      await connectedPage.platform
        .listConnectablePages(connectionAttempt, {
          code: "code-that-came-back",
          state: connectionAttempt.state,
        })
        .catch((error: unknown) => error),
    ];
    for (const error of networkErrors)
      expect(`${JSON.stringify(error)} ${error instanceof Error ? error.stack : ""}`).not.toMatch(
        /token-of|token-that|code-that|app-secret/,
      );
  });
});
