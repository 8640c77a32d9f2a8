import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  asPerson,
  attempt,
  type ConnectedPage,
  connectPage,
  platforms,
} from "../../../test/channel-platforms.ts";

// Tests how every platform's client handles refused API calls and lost responses.

describe.each(platforms)("$name", (row) => {
  let at: ConnectedPage;
  beforeAll(async () => {
    at = await connectPage(row.start);
  });
  beforeEach(() => at.customer.write("xin chào"));

  const sendText = (text: string, platform = at.platform) =>
    platform.send(
      at.sender,
      at.customer.id,
      at.platform.render({ kind: "text", text, replies: [] })[0] ?? {},
      asPerson,
    );

  test.each([...row.errors])("the error %i is %s", async (number, code) => {
    at.standIn.failNextCall({ kind: "error", code: number });
    const sent = await sendText("hi");
    expect(sent).toMatchObject({ ok: false, code, mayHaveArrived: false });
    const isTemporary = ["RATE", "UNREACHABLE"].includes(code);
    expect(!sent.ok && (sent.retryAfterMs ?? 0) > 0).toBe(isTemporary);
    expect(!sent.ok && sent.detail).toMatch(new RegExp(`${number}`));
  });

  test.each([
    [{ kind: "status", status: 500 }, true],
    [{ kind: "status", status: 502 }, true],
    [{ kind: "status", status: 503 }, false],
    [{ kind: "cut" }, true],
    [{ kind: "brokenJson" }, true],
    [{ kind: "large" }, true],
    [{ kind: "redirect", to: "http://127.0.0.1:1/" }, true],
  ] as const)("%j is UNREACHABLE", async (failure, mayHaveArrived) => {
    at.standIn.failNextCall(failure);
    const sent = await sendText("hi");
    expect(sent).toMatchObject({ ok: false, code: "UNREACHABLE", mayHaveArrived });
    // A message that may have arrived is not retried automatically, because the customer could get it twice.
    expect(!sent.ok && sent.retryAfterMs === null).toBe(mayHaveArrived);
    at.standIn.failNextCall(failure);
    await expect(at.platform.findPerson(at.sender, at.customer.id)).rejects.toMatchObject({
      code: "UNREACHABLE",
    });
  });

  test("a platform that hangs is UNREACHABLE when the time is over", async () => {
    const impatientPlatform = at.withTimeout(1_000);
    at.standIn.failNextCall({ kind: "hang" });
    const lostAnswerResult = { ok: false, code: "UNREACHABLE", mayHaveArrived: true, retryAfterMs: null };
    expect(await sendText("hi", impatientPlatform)).toEqual({
      ...lostAnswerResult,
      detail: "No answer came within 1 s.",
    });
    at.standIn.failNextCall({ kind: "hang" });
    await expect(impatientPlatform.findPerson(at.sender, at.customer.id)).rejects.toMatchObject({
      code: "UNREACHABLE",
    });
  });

  test("a message that was sent before the answer was lost may have arrived", async () => {
    at.standIn.failNextCall({ kind: "cut", isAfterAction: true });
    expect(await sendText("only once")).toMatchObject({
      ok: false,
      mayHaveArrived: true,
      retryAfterMs: null,
    });
    expect(at.customer.messages.filter(({ text }) => text === "only once")).toHaveLength(1);
  });

  test("a platform that is not there is UNREACHABLE, and may be tried again", async () => {
    const closedPlatform = await row.start();
    await closedPlatform.standIn.close();
    const sent = await closedPlatform.platform.send(at.sender, "1", { message: { text: "hi" } }, asPerson);
    expect(sent).toMatchObject({ ok: false, code: "UNREACHABLE", mayHaveArrived: false });
    expect(!sent.ok && sent.retryAfterMs).toBeGreaterThan(0);
    await expect(
      closedPlatform.platform.listConnectablePages(attempt, { code: "a", state: attempt.state }),
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
    const page = { externalId: at.page.id, tokens };
    const refused = await at.platform.send(page, at.customer.id, { message: { text: "hi" } }, asPerson);
    expect(refused).toMatchObject({ ok: false, code: "TOKEN" });
    const networkErrors = [
      refused,
      await at.platform.findPerson(page, at.customer.id).catch((error: unknown) => error),
      await at.platform.refresh(tokens).catch((error: unknown) => error),
      await at.platform
        .listConnectablePages(attempt, { code: "code-that-came-back", state: attempt.state })
        .catch((error: unknown) => error),
    ];
    for (const error of networkErrors)
      expect(`${JSON.stringify(error)} ${error instanceof Error ? error.stack : ""}`).not.toMatch(
        /token-of|token-that|code-that|app-secret/,
      );
  });
});
