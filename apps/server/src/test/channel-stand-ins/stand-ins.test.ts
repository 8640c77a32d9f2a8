import { afterAll, describe, expect, test } from "vitest";
import { startMessengerStandIn } from "./messenger.ts";
import { startZaloStandIn } from "./zalo.ts";

// These tests check that the stand-ins refuse what the platforms refuse. A more tolerant stand-in would hide bugs of
// our clients.

const messenger = await startMessengerStandIn();
const zalo = await startZaloStandIn();
afterAll(async () => {
  await messenger.close();
  await zalo.close();
});

// biome-ignore lint/suspicious/noExplicitAny: each call has another type of answer
const readJson = async (response: Response): Promise<any> => response.json();

describe("Messenger", async () => {
  const page = messenger.addPage("Hoa Sen");
  const customer = messenger.addCustomer(page.id, "Mai");
  await customer.write("hi");
  const { accessToken } = messenger.issueTokens(page.id);

  async function postMessage(body: unknown, query = `access_token=${accessToken}`) {
    const response = await fetch(`${messenger.url}/me/messages?${query}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const { error, message_id } = await readJson(response);
    return error ? [error.code, error.error_subcode] : typeof message_id;
  }
  const baseBody = { recipient: { id: customer.id }, messaging_type: "RESPONSE" };
  const createQuickReplies = (count: number, title = "x") =>
    Array.from({ length: count }, (_, index) => ({ content_type: "text", title, payload: `${index}` }));
  const button = { type: "postback", title: "x", payload: "y" };
  const createTemplate = (payload: object) => ({ attachment: { type: "template", payload } });

  test("takes what is within its limits", async () => {
    for (const message of [
      { text: "x".repeat(2_000) },
      { text: "x", quick_replies: createQuickReplies(13, "x".repeat(20)) },
      createTemplate({ template_type: "button", text: "x".repeat(640), buttons: [button, button, button] }),
      createTemplate({ template_type: "generic", elements: Array(10).fill({ title: "x", subtitle: "y" }) }),
    ])
      expect(await postMessage({ ...baseBody, message })).toBe("string");
  });

  test.each([
    ["no text", {}],
    ["an empty text", { text: " " }],
    ["a long text", { text: "x".repeat(2_001) }],
    ["a lone surrogate", { text: "\ud800" }],
    ["an unknown field", { text: "x", colour: "red" }],
    [
      "text and attachment",
      { text: "x", attachment: { type: "image", payload: { url: "https://x.example/" } } },
    ],
    ["14 quick replies", { text: "x", quick_replies: createQuickReplies(14) }],
    ["a long quick reply", { text: "x", quick_replies: createQuickReplies(1, "x".repeat(21)) }],
    ["4 buttons", createTemplate({ template_type: "button", text: "x", buttons: Array(4).fill(button) })],
    [
      "a long text over buttons",
      createTemplate({ template_type: "button", text: "x".repeat(641), buttons: [button] }),
    ],
    [
      "11 cards",
      createTemplate({ template_type: "generic", elements: Array(11).fill({ title: "x", subtitle: "y" }) }),
    ],
    ["a card with a title alone", createTemplate({ template_type: "generic", elements: [{ title: "x" }] })],
    ["a file without an address", { attachment: { type: "file", payload: { url: "no" } } }],
  ])("refuses %s", async (_, message) => {
    expect(await postMessage({ ...baseBody, message })).toEqual([100, undefined]);
  });

  test("refuses wrong tokens, proofs, tags and strangers", async () => {
    const message = { text: "x" };
    expect(await postMessage({ ...baseBody, message }, "access_token=wrong")).toEqual([190, undefined]);
    expect(
      await postMessage({ ...baseBody, message }, `access_token=${accessToken}&appsecret_proof=00`),
    ).toEqual([100, undefined]);
    expect(await postMessage({ ...baseBody, tag: "HUMAN_AGENT", message })).toEqual([100, undefined]);
    expect(await postMessage({ ...baseBody, messaging_type: "MESSAGE_TAG", message })).toEqual([
      100,
      undefined,
    ]);
    expect(await postMessage({ ...baseBody, recipient: { id: "1" }, message })).toEqual([100, 2018001]);
    const silentCustomer = messenger.addCustomer(page.id, "Lan");
    expect(await postMessage({ ...baseBody, recipient: { id: silentCustomer.id }, message })).toEqual([
      10, 2018278,
    ]);
  });

  test("a person's pages are listed part by part, with tokens that end when theirs does", async () => {
    for (let index = 0; index < 30; index++) messenger.addPage(`Page ${index}`);
    const { connectionOptions: options } = messenger;
    const redirect = "http://127.0.0.1:1/back";
    const consentDialogUrl = new URL(options.dialogUrl);
    consentDialogUrl.search = `${new URLSearchParams({
      client_id: options.appId,
      redirect_uri: redirect,
      state: "s",
      scope: "pages_show_list,pages_manage_metadata,pages_messaging",
    })}`;
    const code = (await messenger.submitConsent(consentDialogUrl.href)).searchParams.get("code") ?? "";
    const appQuery = `client_id=${options.appId}&client_secret=${options.appSecret}`;
    const exchangeForToken = async (query: string) =>
      readJson(await fetch(`${messenger.url}/oauth/access_token?${appQuery}&${query}`));
    expect(
      (await exchangeForToken(`code=${code}&redirect_uri=http://other.example`)).error.error_subcode,
    ).toBe(36008);
    const { access_token: shortToken } = await exchangeForToken(`code=${code}&redirect_uri=${redirect}`);
    expect((await exchangeForToken(`code=${code}&redirect_uri=${redirect}`)).error.error_subcode).toBe(36009);
    const accountsUrl = `${messenger.url}/me/accounts?fields=name,access_token&limit=100`;
    const firstPart = await readJson(await fetch(`${accountsUrl}&access_token=${shortToken}`));
    expect(firstPart.data).toHaveLength(25);
    const nextUrl = `${accountsUrl}&access_token=${shortToken}&after=${firstPart.paging.cursors.after}`;
    expect((await readJson(await fetch(nextUrl))).data).toHaveLength(messenger.pages.length - 25);
    messenger.clock.advance(2 * 3_600_000);
    expect(
      await postMessage(
        { ...baseBody, message: { text: "x" } },
        `access_token=${firstPart.data[0].access_token}`,
      ),
    ).toEqual([190, 463]);
    messenger.clock.advance(-2 * 3_600_000);
  });
});

describe("Zalo", async () => {
  const page = zalo.addPage("Hoa Sen");
  const customer = zalo.addCustomer(page.id, "Mai");
  await customer.write("hi");
  const { accessToken, refreshToken } = zalo.issueTokens(page.id);

  async function postMessage(
    message: unknown,
    headers: Record<string, string> = { access_token: accessToken },
    to = customer.id,
  ) {
    const response = await fetch(`${zalo.url}/v3.0/oa/message/cs`, {
      method: "POST",
      headers,
      body: JSON.stringify({ recipient: { user_id: to }, message }),
    });
    // Zalo responds with the HTTP status 200 even when it refuses a request.
    expect(response.status).toBe(200);
    return (await readJson(response)).error;
  }
  const button = { title: "x", type: "oa.query.hide", payload: "#x" };
  const wrapTemplate = (payload: object) => ({ attachment: { type: "template", payload } });
  const imageMessage = wrapTemplate({
    template_type: "media",
    elements: [{ media_type: "image", url: "https://x.example/" }],
  });

  test.each([
    ["a text within the limit", { text: "x".repeat(2_000) }, 0],
    [
      "five buttons under a text",
      { text: "x".repeat(500), ...wrapTemplate({ buttons: Array(5).fill(button) }) },
      0,
    ],
    ["a picture", imageMessage, 0],
    ["a long text", { text: "x".repeat(2_001) }, -210],
    ["a long text over buttons", { text: "x".repeat(501), ...wrapTemplate({ buttons: [button] }) }, -210],
    ["an empty text", { text: " " }, -201],
    ["nothing", {}, -201],
    ["an unknown field", { text: "x", colour: "red" }, -201],
    ["buttons without a text", wrapTemplate({ buttons: [button] }), -201],
    ["six buttons", { text: "x", ...wrapTemplate({ buttons: Array(6).fill(button) }) }, -201],
    [
      "an unknown button",
      { text: "x", ...wrapTemplate({ buttons: [{ ...button, type: "oa.dance" }] }) },
      -201,
    ],
  ])("answers %s with its error", async (_, message, error) => {
    expect(await postMessage(message)).toBe(error);
  });

  test("refuses wrong tokens, strangers, and more than the quota", async () => {
    expect(await postMessage({ text: "x" }, { access_token: "wrong" })).toBe(-216);
    expect(await postMessage({ text: "x" }, {})).toBe(-216);
    expect(await postMessage({ text: "x" }, undefined, "1")).toBe(-213);
    const silentCustomer = zalo.addCustomer(page.id, "Lan");
    expect(await postMessage({ text: "x" }, undefined, silentCustomer.id)).toBe(-232);
    zalo.setMessageQuota(page.id, 1);
    expect([await postMessage({ text: "x" }), await postMessage({ text: "x" })]).toEqual([0, -211]);
    zalo.setMessageQuota(page.id, null);
  });

  test("a refresh token works once, and a second use is noted", async () => {
    const refreshTokens = async (secret_key: string) => {
      const body = new URLSearchParams({
        app_id: zalo.connectionOptions.appId,
        grant_type: "refresh_token",
        refresh_token: refreshToken ?? "",
      });
      const response = await fetch(`${zalo.url}/v4/oa/access_token`, {
        method: "POST",
        headers: { secret_key },
        body,
      });
      return readJson(response);
    };
    expect(await refreshTokens("wrong")).toMatchObject({ error: -14004 });
    expect(await refreshTokens(zalo.connectionOptions.appSecret)).toMatchObject({ expires_in: "90000" });
    expect(zalo.refreshOutcomeCounts).toEqual({ acceptedCount: 1, refusedCount: 0 });
    expect(await refreshTokens(zalo.connectionOptions.appSecret)).toMatchObject({ error: -14014 });
    expect(zalo.refreshOutcomeCounts).toEqual({ acceptedCount: 1, refusedCount: 1 });
  });
});
