import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  type asBot,
  asPerson,
  attempt,
  type ConnectedPage,
  connectPage,
  platforms,
} from "../../../test/channel-platforms.ts";
import { PlatformError } from "./platform.ts";

// Tests connecting, tokens and sending on every platform, against a fake platform server that is as strict as the real
// platform.

const queryParametersOf = (address: URL) => Object.fromEntries(address.searchParams);

describe.each(platforms)("$name", (row) => {
  let at: ConnectedPage;
  beforeAll(async () => {
    at = await connectPage(row.start);
  });

  const sendText = (text: string, speaker: typeof asBot | typeof asPerson = asPerson) =>
    at.platform.send(
      at.sender,
      at.customer.id,
      at.platform.render({ kind: "text", text, replies: [] })[0] ?? {},
      speaker,
    );

  describe("connecting", () => {
    test("a person allows it, and their pages are found with tokens that work", async () => {
      const returnedUrl = await at.standIn.consent(at.platform.createConnectUrl(attempt), {
        pageIds: [at.page.id],
      });
      expect(`${returnedUrl.origin}${returnedUrl.pathname}`).toBe(attempt.redirectUri);
      const pages = await at.platform.listConnectablePages(attempt, queryParametersOf(returnedUrl));
      expect(pages).toMatchObject([{ externalId: at.page.id, name: at.page.name }]);
      const tokens = pages[0]?.tokens;
      if (!tokens) throw new Error("No tokens");
      await at.platform.subscribe(at.page.id, tokens);
      await at.customer.write("xin chào");
      const sent = await at.platform.send(
        { externalId: at.page.id, tokens },
        at.customer.id,
        at.platform.render({ kind: "text", text: "Chào bạn", replies: [] })[0] ?? {},
        asPerson,
      );
      expect(sent).toMatchObject({ ok: true });
      expect(tokens.refreshToken !== null).toBe(row.refreshes);
    });

    test("a code works once", async () => {
      const returnedUrl = await at.standIn.consent(at.platform.createConnectUrl(attempt), {
        pageIds: [at.page.id],
      });
      await at.platform.listConnectablePages(attempt, queryParametersOf(returnedUrl));
      const secondAttempt = at.platform.listConnectablePages(attempt, queryParametersOf(returnedUrl));
      await expect(secondAttempt).rejects.toThrow(PlatformError);
      await expect(secondAttempt).rejects.toMatchObject({ code: "REFUSED" });
    });

    test("another state, another redirect address or another verifier is refused", async () => {
      const address = at.platform.createConnectUrl(attempt);
      const returnedUrl = queryParametersOf(await at.standIn.consent(address, { pageIds: [at.page.id] }));
      const calls = at.standIn.calls.length;
      for (const query of [{ ...returnedUrl, state: "another" }, { code: returnedUrl.code ?? "" }])
        await expect(at.platform.listConnectablePages(attempt, query)).rejects.toMatchObject({
          code: "REFUSED",
        });
      expect(at.standIn.calls.length).toBe(calls);
      // A code from Messenger is valid only with the same redirect address. A code from Zalo is valid only with the
      // same PKCE verifier.
      const other = { ...attempt, redirectUri: `${attempt.redirectUri}/other`, verifier: "x".repeat(43) };
      await expect(at.platform.listConnectablePages(other, returnedUrl)).rejects.toMatchObject({
        code: "REFUSED",
      });
    });

    test("a person who refuses is told so in the platform's words", async () => {
      const returnedUrl = await at.standIn.consent(at.platform.createConnectUrl(attempt), { deny: true });
      const failedAttempt = at.platform.listConnectablePages(attempt, queryParametersOf(returnedUrl));
      await expect(failedAttempt).rejects.toMatchObject({
        code: "REFUSED",
        message: expect.stringMatching(/\w+/),
      });
    });

    test("unsubscribing ends the events where the platform knows it, and can be repeated", async () => {
      await at.platform.unsubscribe(at.page.id, at.tokens);
      await at.platform.unsubscribe(at.page.id, at.tokens);
      const hasReceivedText = (text: string) =>
        at.receiver.events.some((event) => event.type === "message" && event.text === text);
      await at.customer.write("nobody listens");
      expect(hasReceivedText("nobody listens")).toBe(!row.unsubscribes);
      await at.platform.subscribe(at.page.id, at.tokens);
      await at.customer.write("somebody listens");
      expect(hasReceivedText("somebody listens")).toBe(true);
    });
  });

  describe("tokens", () => {
    test("an ended token is TOKEN", async () => {
      const other = await connectPage(row.start);
      await other.customer.write("hi");
      other.standIn.expireToken(other.page.id);
      const payload = other.platform.render({ kind: "text", text: "hi", replies: [] })[0] ?? {};
      const sent = await other.platform.send(other.sender, other.customer.id, payload, asPerson);
      expect(sent).toMatchObject({ ok: false, code: "TOKEN", retryAfterMs: null, mayHaveArrived: false });
      await expect(other.platform.findPerson(other.sender, other.customer.id)).rejects.toMatchObject({
        code: "TOKEN",
      });
      const newTokens = await other.platform.refresh(other.tokens);
      if (!row.refreshes) return expect(newTokens).toBeNull();
      const tokens = newTokens ?? other.tokens;
      expect(tokens.expiresAt?.getTime()).toBeGreaterThan(Date.now() + 60_000);
      const page = { externalId: other.page.id, tokens };
      expect(await other.platform.send(page, other.customer.id, payload, asPerson)).toMatchObject({
        ok: true,
      });
      // A refresh token works only once, so using the old one again fails.
      await expect(other.platform.refresh(other.tokens)).rejects.toMatchObject({ code: "TOKEN" });
      other.standIn.revokePermission(other.page.id);
      await expect(other.platform.refresh(tokens)).rejects.toMatchObject({ code: "TOKEN" });
    });
  });

  describe("sending", () => {
    beforeEach(() => at.customer.write("xin chào"));

    test("a text arrives, and its id is the echo's", async () => {
      const sent = await sendText("Cảm ơn bạn 🌸");
      if (!sent.ok) throw new Error(sent.detail);
      expect(at.customer.messages.at(-1)).toMatchObject({ id: sent.messageId, text: "Cảm ơn bạn 🌸" });
      await expect
        .poll(() => at.receiver.events.filter(({ type }) => type === "echo"))
        .toContainEqual(
          expect.objectContaining({
            messageId: sent.messageId,
            isOurs: row.saysWhoEchoes,
            personId: at.customer.id,
            text: "Cảm ơn bạn 🌸",
          }),
        );
    });

    test("the window is the platform's, and a bot does not call outside it", async () => {
      const other = await connectPage(row.start);
      await other.customer.write("hi");
      const payload = other.platform.render({ kind: "text", text: "hi", replies: [] })[0] ?? {};
      const { botMs, personMs } = other.platform.windows;
      const sendMessageAs = (speaker: "bot" | "person", isWithinBotWindow: boolean) =>
        other.platform.send(
          // Each API call gets a new token, because the test moves the clock beyond the time at which a token expires.
          {
            externalId: other.page.id,
            tokens: { ...other.standIn.issueTokens(other.page.id), expiresAt: null },
          },
          other.customer.id,
          payload,
          { speaker, isWithinBotWindow },
        );
      other.standIn.clock.move(botMs - 60_000);
      expect(await sendMessageAs("bot", true)).toMatchObject({ ok: true });
      other.standIn.clock.move(120_000);
      const calls = other.standIn.calls.length;
      expect(await sendMessageAs("bot", false)).toMatchObject({ ok: false, code: "WINDOW" });
      expect(other.standIn.calls.length).toBe(calls);
      // The caller's clock is slow here, so the bot sends the message although it is too late. The platform then
      // refuses the message.
      expect(await sendMessageAs("bot", true)).toMatchObject({ ok: false, code: "WINDOW" });
      expect((await sendMessageAs("person", false)).ok).toBe(personMs > botMs);
      other.standIn.clock.move(personMs);
      expect(await sendMessageAs("person", false)).toMatchObject({ ok: false, code: "WINDOW" });
      await other.customer.write("hi again");
      expect(await sendMessageAs("bot", true)).toMatchObject({ ok: true });
    });

    test("a person who has left is NOT_FOLLOWING", async () => {
      await at.customer.unfollow();
      expect(await sendText("hi")).toMatchObject({ ok: false, code: "NOT_FOLLOWING", retryAfterMs: null });
      await at.customer.follow();
      expect(await sendText("hi")).toMatchObject({ ok: true });
    });

    test("too many at once is RATE, and may be tried again", async () => {
      at.standIn.limitRate({ messages: 2, periodMs: 60_000 });
      const codes = [await sendText("1"), await sendText("2"), await sendText("3")].map(
        (sent) => sent.ok || sent.code,
      );
      expect(codes).toEqual([true, true, "RATE"]);
      at.standIn.limitRate(null);
    });
  });

  test("a person's name and picture are found, and a stranger has none", async () => {
    const knownProfile = { name: "Trần Thị Mai", pictureAddress: null, language: null };
    expect(await at.platform.findPerson(at.sender, at.customer.id)).toEqual(knownProfile);
    at.customer.picture = "https://example.com/mai.jpg";
    const profileWithPicture = { ...knownProfile, pictureAddress: "https://example.com/mai.jpg" };
    expect(await at.platform.findPerson(at.sender, at.customer.id)).toEqual(profileWithPicture);
    expect(await at.platform.findPerson(at.sender, "1234567890")).toBeNull();
  });
});
