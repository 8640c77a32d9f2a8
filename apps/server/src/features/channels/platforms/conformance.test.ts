import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  type botSendContext,
  connectionAttempt,
  type PageUnderTest,
  personSendContext,
  platformCases,
  setUpPageUnderTest,
} from "../../../test/channel-platforms.ts";
import { PlatformError } from "./platform.ts";

// Tests connecting, tokens and sending on every platform, against a fake platform server that is as strict as the real
// platform.

const listQueryParameters = (address: URL) => Object.fromEntries(address.searchParams);

describe.each(platformCases)("$name", (row) => {
  let connectedPage: PageUnderTest;
  beforeAll(async () => {
    connectedPage = await setUpPageUnderTest(row.start);
  });

  const sendText = (
    text: string,
    speaker: typeof botSendContext | typeof personSendContext = personSendContext,
  ) =>
    connectedPage.platform.send(
      connectedPage.pageWithTokens,
      connectedPage.customer.id,
      connectedPage.platform.render({ kind: "text", text, replies: [] })[0] ?? {},
      speaker,
    );

  describe("connecting", () => {
    test("a person allows it, and their pages are found with tokens that work", async () => {
      const returnedUrl = await connectedPage.standIn.submitConsent(
        connectedPage.platform.createConnectUrl(connectionAttempt),
        {
          pageIds: [connectedPage.page.id],
        },
      );
      expect(`${returnedUrl.origin}${returnedUrl.pathname}`).toBe(connectionAttempt.redirectUri);
      const pages = await connectedPage.platform.listConnectablePages(
        connectionAttempt,
        listQueryParameters(returnedUrl),
      );
      expect(pages).toMatchObject([{ externalId: connectedPage.page.id, name: connectedPage.page.name }]);
      const tokens = pages[0]?.tokens;
      if (!tokens) throw new Error("No tokens");
      await connectedPage.platform.subscribe(connectedPage.page.id, tokens);
      await connectedPage.customer.write("xin chào");
      const sendResult = await connectedPage.platform.send(
        { externalId: connectedPage.page.id, tokens },
        connectedPage.customer.id,
        connectedPage.platform.render({ kind: "text", text: "Chào bạn", replies: [] })[0] ?? {},
        personSendContext,
      );
      expect(sendResult).toMatchObject({ ok: true });
      expect(tokens.refreshToken !== null).toBe(row.refreshes);
    });

    test("a code works once", async () => {
      const returnedUrl = await connectedPage.standIn.submitConsent(
        connectedPage.platform.createConnectUrl(connectionAttempt),
        {
          pageIds: [connectedPage.page.id],
        },
      );
      await connectedPage.platform.listConnectablePages(connectionAttempt, listQueryParameters(returnedUrl));
      const secondAttempt = connectedPage.platform.listConnectablePages(
        connectionAttempt,
        listQueryParameters(returnedUrl),
      );
      await expect(secondAttempt).rejects.toThrow(PlatformError);
      await expect(secondAttempt).rejects.toMatchObject({ code: "REFUSED" });
    });

    test("another state, another redirect address or another verifier is refused", async () => {
      const address = connectedPage.platform.createConnectUrl(connectionAttempt);
      const returnedUrl = listQueryParameters(
        await connectedPage.standIn.submitConsent(address, { pageIds: [connectedPage.page.id] }),
      );
      const callCountBefore = connectedPage.standIn.calls.length;
      for (const query of [{ ...returnedUrl, state: "another" }, { code: returnedUrl.code ?? "" }])
        await expect(
          connectedPage.platform.listConnectablePages(connectionAttempt, query),
        ).rejects.toMatchObject({
          code: "REFUSED",
        });
      expect(connectedPage.standIn.calls.length).toBe(callCountBefore);
      // A code from Messenger is valid only with the same redirect address. A code from Zalo is valid only with the
      // same PKCE verifier.
      const otherAttempt = {
        ...connectionAttempt,
        redirectUri: `${connectionAttempt.redirectUri}/other`,
        verifier: "x".repeat(43),
      };
      await expect(
        connectedPage.platform.listConnectablePages(otherAttempt, returnedUrl),
      ).rejects.toMatchObject({
        code: "REFUSED",
      });
    });

    test("a person who refuses is told so in the platform's words", async () => {
      const returnedUrl = await connectedPage.standIn.submitConsent(
        connectedPage.platform.createConnectUrl(connectionAttempt),
        {
          deny: true,
        },
      );
      const failedAttempt = connectedPage.platform.listConnectablePages(
        connectionAttempt,
        listQueryParameters(returnedUrl),
      );
      await expect(failedAttempt).rejects.toMatchObject({
        code: "REFUSED",
        message: expect.stringMatching(/\w+/),
      });
    });

    test("unsubscribing ends the events where the platform knows it, and can be repeated", async () => {
      await connectedPage.platform.unsubscribe(connectedPage.page.id, connectedPage.tokens);
      await connectedPage.platform.unsubscribe(connectedPage.page.id, connectedPage.tokens);
      const hasReceivedText = (text: string) =>
        connectedPage.receiver.events.some((event) => event.type === "message" && event.text === text);
      await connectedPage.customer.write("nobody listens");
      expect(hasReceivedText("nobody listens")).toBe(!row.unsubscribes);
      await connectedPage.platform.subscribe(connectedPage.page.id, connectedPage.tokens);
      await connectedPage.customer.write("somebody listens");
      expect(hasReceivedText("somebody listens")).toBe(true);
    });
  });

  describe("tokens", () => {
    test("an ended token is TOKEN", async () => {
      const otherConnection = await setUpPageUnderTest(row.start);
      await otherConnection.customer.write("hi");
      otherConnection.standIn.expireToken(otherConnection.page.id);
      const payload = otherConnection.platform.render({ kind: "text", text: "hi", replies: [] })[0] ?? {};
      const sendResult = await otherConnection.platform.send(
        otherConnection.pageWithTokens,
        otherConnection.customer.id,
        payload,
        personSendContext,
      );
      expect(sendResult).toMatchObject({
        ok: false,
        code: "TOKEN",
        retryAfterMs: null,
        mayHaveArrived: false,
      });
      await expect(
        otherConnection.platform.fetchProfile(otherConnection.pageWithTokens, otherConnection.customer.id),
      ).rejects.toMatchObject({
        code: "TOKEN",
      });
      const newTokens = await otherConnection.platform.refreshTokens(otherConnection.tokens);
      if (!row.refreshes) return expect(newTokens).toBeNull();
      const tokens = newTokens ?? otherConnection.tokens;
      expect(tokens.expiresAt?.getTime()).toBeGreaterThan(Date.now() + 60_000);
      const page = { externalId: otherConnection.page.id, tokens };
      expect(
        await otherConnection.platform.send(page, otherConnection.customer.id, payload, personSendContext),
      ).toMatchObject({
        ok: true,
      });
      // A refresh token works only once, so using the old one again fails.
      await expect(otherConnection.platform.refreshTokens(otherConnection.tokens)).rejects.toMatchObject({
        code: "TOKEN",
      });
      otherConnection.standIn.revokePermission(otherConnection.page.id);
      await expect(otherConnection.platform.refreshTokens(tokens)).rejects.toMatchObject({ code: "TOKEN" });
    });
  });

  describe("sending", () => {
    beforeEach(() => connectedPage.customer.write("xin chào"));

    test("a text arrives, and its id is the echo's", async () => {
      const sendResult = await sendText("Cảm ơn bạn 🌸");
      if (!sendResult.ok) throw new Error(sendResult.detail);
      expect(connectedPage.customer.conversationMessages.at(-1)).toMatchObject({
        id: sendResult.messageId,
        text: "Cảm ơn bạn 🌸",
      });
      await expect
        .poll(() => connectedPage.receiver.events.filter(({ type }) => type === "echo"))
        .toContainEqual(
          expect.objectContaining({
            messageId: sendResult.messageId,
            isOurs: row.saysWhoEchoes,
            personId: connectedPage.customer.id,
            text: "Cảm ơn bạn 🌸",
          }),
        );
    });

    test("the window is the platform's, and a bot does not call outside it", async () => {
      const otherConnection = await setUpPageUnderTest(row.start);
      await otherConnection.customer.write("hi");
      const payload = otherConnection.platform.render({ kind: "text", text: "hi", replies: [] })[0] ?? {};
      const { botMs, personMs } = otherConnection.platform.windows;
      const sendMessageAs = (speaker: "bot" | "person", isWithinBotWindow: boolean) =>
        otherConnection.platform.send(
          // Each API call gets a new token, because the test moves the clock beyond the time at which a token expires.
          {
            externalId: otherConnection.page.id,
            tokens: { ...otherConnection.standIn.issueTokens(otherConnection.page.id), expiresAt: null },
          },
          otherConnection.customer.id,
          payload,
          { speaker, isWithinBotWindow },
        );
      otherConnection.standIn.clock.advance(botMs - 60_000);
      expect(await sendMessageAs("bot", true)).toMatchObject({ ok: true });
      otherConnection.standIn.clock.advance(120_000);
      const callCountBefore = otherConnection.standIn.calls.length;
      expect(await sendMessageAs("bot", false)).toMatchObject({ ok: false, code: "WINDOW" });
      expect(otherConnection.standIn.calls.length).toBe(callCountBefore);
      // The caller's clock is slow here, so the bot sends the message although it is too late. The platform then
      // refuses the message.
      expect(await sendMessageAs("bot", true)).toMatchObject({ ok: false, code: "WINDOW" });
      expect((await sendMessageAs("person", false)).ok).toBe(personMs > botMs);
      otherConnection.standIn.clock.advance(personMs);
      expect(await sendMessageAs("person", false)).toMatchObject({ ok: false, code: "WINDOW" });
      await otherConnection.customer.write("hi again");
      expect(await sendMessageAs("bot", true)).toMatchObject({ ok: true });
    });

    test("a person who has left is NOT_FOLLOWING", async () => {
      await connectedPage.customer.unfollow();
      expect(await sendText("hi")).toMatchObject({ ok: false, code: "NOT_FOLLOWING", retryAfterMs: null });
      await connectedPage.customer.follow();
      expect(await sendText("hi")).toMatchObject({ ok: true });
    });

    test("too many at once is RATE, and may be tried again", async () => {
      connectedPage.standIn.limitMessageRate({ messages: 2, periodMs: 60_000 });
      const codes = [await sendText("1"), await sendText("2"), await sendText("3")].map(
        (sendResult) => sendResult.ok || sendResult.code,
      );
      expect(codes).toEqual([true, true, "RATE"]);
      connectedPage.standIn.limitMessageRate(null);
    });
  });

  test("a person's name and picture are found, and a stranger has none", async () => {
    const knownProfile = { name: "Trần Thị Mai", pictureAddress: null, language: null };
    expect(
      await connectedPage.platform.fetchProfile(connectedPage.pageWithTokens, connectedPage.customer.id),
    ).toEqual(knownProfile);
    connectedPage.customer.picture = "https://example.com/mai.jpg";
    const profileWithPicture = { ...knownProfile, pictureAddress: "https://example.com/mai.jpg" };
    expect(
      await connectedPage.platform.fetchProfile(connectedPage.pageWithTokens, connectedPage.customer.id),
    ).toEqual(profileWithPicture);
    expect(await connectedPage.platform.fetchProfile(connectedPage.pageWithTokens, "1234567890")).toBeNull();
  });
});
