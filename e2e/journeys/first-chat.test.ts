import type { Message } from "@kakehashi/contract/messages";
import type { Browser, BrowserContext, CDPSession, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { StompClient } from "../../apps/server/src/test/stomp.ts";
import { launchBrowser } from "../browser.ts";
import { createAccount } from "../live-model/accounts.ts";
import { waitForMailedLink } from "../mail.ts";
import { ServerProcess } from "../server.ts";

// Two people have the first conversation on an empty server. They register by hand. The server is killed once and
// restarted once while they write.

let server: ServerProcess;
let browser: Browser;

beforeAll(async () => {
  [server, browser] = await Promise.all([ServerProcess.start(), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await server?.stopAndDeleteData();
});

interface TestPerson {
  name: string;
  email: string;
  language: "ja" | "vi";
  role: "company" | "dev";
}
const testPassword = "Bridge2026";
const aiko: TestPerson = {
  name: "田中 愛子",
  email: "aiko@kakehashi.example",
  language: "ja",
  role: "company",
};
const an: TestPerson = { name: "Nguyễn Văn An", email: "an@kakehashi.example", language: "vi", role: "dev" };

class ChatPerson {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly keys: CDPSession;
  readonly faults: string[] = [];
  /** The sent messages for which this page has received the server's response. */
  readonly acknowledgedMessages: Message[] = [];

  private constructor(page: Page, context: BrowserContext, devtoolsSession: CDPSession) {
    this.page = page;
    this.context = context;
    this.keys = devtoolsSession;
    page.on("pageerror", (error) => this.faults.push(error.message));
    page.on("response", async (response) => {
      const { pathname } = new URL(response.url());
      if (response.request().method() !== "POST" || !/\/conversations\/[\w-]+\/messages$/.test(pathname))
        return;
      // If the server is killed after sending a response's headers, the body is missing. Then the page has not received
      // the response.
      const body = await response.json().catch(() => null);
      if (response.ok() && body) this.acknowledgedMessages.push(body.data);
    });
  }

  /** Opens a browser in the person's language. The window is so tall that the whole conversation is visible. */
  static async open({ language }: TestPerson): Promise<ChatPerson> {
    const context = await browser.newContext({
      baseURL: server.address,
      locale: language,
      viewport: { width: 1280, height: 4_000 },
    });
    const page = await context.newPage();
    return new ChatPerson(page, context, await context.newCDPSession(page));
  }

  async register({ name, email }: TestPerson): Promise<void> {
    await this.page.goto("/register");
    await this.page.locator("form button[type=submit]:enabled").waitFor();
    await this.page.fill("input[name=name]", name);
    await this.page.fill("input[name=email]", email);
    await this.page.fill("input[name=password]", testPassword);
    await this.page.fill("input[name=confirm_password]", testPassword);
    await this.page.click("form button[type=submit]");
    await this.page.goto(await waitForMailedLink(server, email));
    await this.page.fill("input[name=password]", testPassword);
    const confirmResponse = this.page.waitForResponse("**/api/sign-up/confirm");
    await this.page.click("form button[type=submit]");
    expect((await confirmResponse).status()).toBe(200);
  }

  /**
   * The person has confirmed the email address and is signed in. Now the person makes the choices that the workspace
   * requires: role, account type and language.
   */
  async chooseRole({ language, role }: TestPerson): Promise<void> {
    const { page } = this;
    for (const [path, value] of [
      ["role", role],
      ["type_account", "PERSONAL"],
      ["working_language", language],
    ]) {
      await page.waitForURL(`**/${path}`);
      await page.check(`input[name=choice][value=${value}]`);
      await page.click("form button[type=submit]");
    }
    await page.waitForURL("**/home");
  }

  get field() {
    return this.page.locator("main form textarea").last();
  }

  /**
   * Types like a Japanese input method: each step replaces the composed text. At the end, `result` is the confirmed
   * text.
   */
  async composeText(steps: readonly string[], result: string): Promise<void> {
    for (const text of steps)
      await this.keys.send("Input.imeSetComposition", {
        text,
        selectionStart: text.length,
        selectionEnd: text.length,
      });
    await this.keys.send("Input.insertText", { text: result });
  }

  /**
   * Presses Enter to confirm a composition. The page gets the key event, but the key belongs to the input method and
   * types nothing.
   */
  async pressConfirmKey(windowsVirtualKeyCode: number): Promise<void> {
    const key = { key: "Enter", code: "Enter", windowsVirtualKeyCode };
    await this.keys.send("Input.dispatchKeyEvent", { type: "rawKeyDown", ...key });
    await this.keys.send("Input.dispatchKeyEvent", { type: "keyUp", ...key });
  }

  /** Returns the ids of the messages on the page, from top to bottom, without those that are still being sent. */
  readShownMessages(): Promise<string[]> {
    return this.page
      .locator("article[id^='message-']")
      .evaluateAll((rows) => rows.map((row) => row.id.slice("message-".length)));
  }

  /** Returns the messages of the conversation from the server. */
  async fetchStoredMessages(): Promise<Message[]> {
    const id = this.page.url().split("/").at(-1);
    const response = await this.context.request.get(`/api/conversations/${id}/messages?paging=100`);
    return (await response.json()).data;
  }
}

test("two people register and chat live in two languages, and lose nothing when the server is killed", async () => {
  const [firstPerson, secondPerson] = [await ChatPerson.open(aiko), await ChatPerson.open(an)];
  await Promise.all([firstPerson.register(aiko), secondPerson.register(an)]);
  await Promise.all([firstPerson.chooseRole(aiko), secondPerson.chooseRole(an)]);

  await firstPerson.page.goto("/chat");
  await firstPerson.page.getByRole("button", { name: "新しい会話" }).first().click();
  await firstPerson.page.getByRole("dialog").locator("input[type=search]").fill("Nguyễn");
  await firstPerson.page.getByRole("dialog").locator("[data-person]", { hasText: an.name }).click();
  await firstPerson.page.waitForURL("**/chat/*");
  await secondPerson.page.goto(new URL(firstPerson.page.url()).pathname);

  // The first Enter confirms the composed text and does not send the message. The next Enter sends it.
  await firstPerson.field.focus();
  for (const text of ["k", "こ", "こんにちは", "今日は"])
    await firstPerson.keys.send("Input.imeSetComposition", {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
    });
  for (const windowsVirtualKeyCode of [13, 229]) await firstPerson.pressConfirmKey(windowsVirtualKeyCode);
  expect(await firstPerson.field.inputValue()).toBe("今日は");
  await firstPerson.keys.send("Input.insertText", { text: "今日は、はじめまして。" });
  expect(await firstPerson.field.inputValue()).toBe("今日は、はじめまして。");
  expect(firstPerson.acknowledgedMessages).toEqual([]);
  await firstPerson.field.press("Enter");
  await secondPerson.page.locator("article", { hasText: "今日は、はじめまして。" }).waitFor();

  await secondPerson.field.pressSequentially("Chào chị Aiko, rất vui được làm việc cùng chị.");
  await secondPerson.field.press("Enter");
  await firstPerson.page.locator("article", { hasText: "rất vui được làm việc cùng chị" }).waitFor();

  // Both people write without pausing. During this, the server is killed once and restarted once.
  const roundCount = 12;
  const killRoundNumber = 4;
  const restartRoundNumber = 8;
  const messageCounts = [1, 1];
  async function exchangeMessages(
    chatPerson: ChatPerson,
    writerIndex: number,
    writeMessage: (round: number) => Promise<void>,
  ): Promise<void> {
    for (let roundNumber = 1; roundNumber <= roundCount; roundNumber++) {
      await writeMessage(roundNumber);
      await chatPerson.field.press("Enter");
      await expect.poll(() => chatPerson.field.inputValue()).toBe("");
      messageCounts[writerIndex] = roundNumber;
      if (writerIndex === 0 && roundNumber === killRoundNumber) await server.kill();
      if (writerIndex === 0 && roundNumber === restartRoundNumber) await server.start();
    }
  }
  await Promise.all([
    exchangeMessages(firstPerson, 0, (roundNumber) =>
      firstPerson.composeText(["よ", "よろ", "宜しく"], `よろしくお願いします（${roundNumber}）`),
    ),
    exchangeMessages(secondPerson, 1, (roundNumber) =>
      secondPerson.field.pressSequentially(`Vâng ạ, việc số ${roundNumber}`),
    ),
  ]);

  // When the server is running again, the page sends the waiting messages without being asked.
  const expectedMessageCount = 2 + 2 * roundCount;
  await expect
    .poll(async () => (await firstPerson.fetchStoredMessages()).length, { timeout: 40_000 })
    .toBe(expectedMessageCount);
  const storedMessages = await firstPerson.fetchStoredMessages();
  const storedMessageIds = storedMessages.map(({ id }) => id);
  for (const chatPerson of [firstPerson, secondPerson])
    await expect.poll(() => chatPerson.readShownMessages(), { timeout: 20_000 }).toEqual(storedMessageIds);

  for (const { acknowledgedMessages } of [firstPerson, secondPerson]) {
    expect(acknowledgedMessages.length).toBeGreaterThan(killRoundNumber);
    for (const { id, content } of acknowledgedMessages)
      expect(
        storedMessages.filter((message) => message.content === content).map((message) => message.id),
      ).toEqual([id]);
  }
  expect(new Set(storedMessages.map(({ content }) => content)).size).toBe(expectedMessageCount);
  const filterTexts = (person: RegExp) =>
    storedMessages.filter(({ content }) => person.test(content)).map(({ content }) => content);
  expect(filterTexts(/^よろしく/)).toEqual(
    Array.from({ length: roundCount }, (_, index) => `よろしくお願いします（${index + 1}）`),
  );
  expect(filterTexts(/^Vâng/)).toEqual(
    Array.from({ length: roundCount }, (_, index) => `Vâng ạ, việc số ${index + 1}`),
  );

  // After the restart, the open pages receive live events again, so the new message appears.
  await firstPerson.field.focus();
  await firstPerson.composeText(["また"], "また明日。");
  await firstPerson.field.press("Enter");
  await secondPerson.page.locator("article", { hasText: "また明日。" }).waitFor();
  expect([...firstPerson.faults, ...secondPerson.faults]).toEqual([]);
  await Promise.all([firstPerson.context.close(), secondPerson.context.close()]);
}, 180_000);

test("stopping the server notifies clients, takes at most five seconds, and loses nothing", async () => {
  const account = await createAccount(server, "minh");
  const socket = await new StompClient(server.address).waitForOpen();
  socket.send(`CONNECT\naccept-version:1.2\nAuthorization:Bearer ${account.token}\n\n\0`);
  await socket.waitForFrame("CONNECTED");
  // This client never reads from its socket. When the server stops, it must not wait for such a client.
  const silentClient = await new StompClient(server.address).waitForOpen();
  silentClient.socket.pause();

  const startedAt = performance.now();
  const serverExitCode = server.stop();
  expect(await socket.waitForClose()).toEqual({ code: 1012, reason: "The server restarts" });
  expect(await serverExitCode).toBe(0);
  expect(performance.now() - startedAt).toBeLessThan(5_000);
  silentClient.socket.terminate();

  await server.start();
  const profileResponse = await fetch(`${server.address}/api/users/info`, {
    headers: { authorization: `Bearer ${account.token}` },
  });
  expect([profileResponse.status, (await profileResponse.json()) as { data: { id: string } }]).toMatchObject([
    200,
    { data: { id: account.id } },
  ]);
});
