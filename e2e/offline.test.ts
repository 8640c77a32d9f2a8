import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openDemo } from "./demo.ts";
import { expectFocused } from "./focus.ts";
import { interceptRequests } from "./intercept.ts";
import {
  createSharedGroup,
  findMessageByWords,
  findMessageComposer,
  findThreadComposer,
  openDevice,
  writeMessage,
} from "./people.ts";

const { browser, server } = await openDemo();

/**
 * Returns what the browser has stored for this site: the rows of its database, the URLs in its caches, and the drafts.
 */
const readBrowserStorage = (page: Page): Promise<{ rows: string; addresses: string[]; drafts: string }> =>
  page.evaluate(`(async () => {
    const done = (request) => new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const opened = await done(indexedDB.open("kakehashi"));
    const rows = [];
    for (const name of opened.objectStoreNames)
      rows.push(await done(opened.transaction(name).objectStore(name).getAll()));
    opened.close();
    const addresses = [];
    for (const name of await caches.keys())
      for (const request of await (await caches.open(name)).keys()) addresses.push(new URL(request.url).pathname);
    return { rows: JSON.stringify(rows), addresses, drafts: Object.keys(localStorage).join() };
  })()`);

/** Returns the file name of the script for live events. Pages load this script only after their first view. */
const findLiveScript = () => {
  const assetsFolder = new URL("../apps/web/build/client/assets/", import.meta.url);
  const scripts = readdirSync(assetsFolder).filter((name) => name.endsWith(".js"));
  return scripts.find((name) => readFileSync(new URL(name, assetsFolder), "utf8").includes("heart-beat"));
};

test("the live channel loads its script again after a failure", async () => {
  const linh = await openDevice(browser, server, "linh");
  const an = await openDevice(browser, server, "an");
  let scriptRequestCount = 0;
  const liveScriptUrl = `**/assets/${findLiveScript()}`;
  await interceptRequests(linh.page, liveScriptUrl, (route) =>
    scriptRequestCount++ === 0 ? route.abort() : route.continue(),
  );
  await createSharedGroup(linh, an);
  await writeMessage(an.page, "heard all the same");
  await findMessageByWords(linh.page, "heard all the same").waitFor();
  expect(scriptRequestCount).toBeGreaterThan(1);
  expect(linh.faults).toEqual([]);
  await Promise.all([linh.context.close(), an.context.close()]);
});

test("the workspace opens offline with the last messages, and sends new ones once the server is back", async () => {
  const aiko = await openDevice(browser, server, "aiko", { serviceWorkers: "allow" });
  const { page } = aiko;
  await page.goto("/chat");
  // Selects the room by its name. Chats with visitors may be above it in the list.
  await page.locator("a[href^='/chat/']").filter({ hasText: "さくら予約アプリ" }).first().click();
  await writeMessage(page, "最後の一言");
  await findMessageByWords(page, "最後の一言").waitFor();
  // Removes the count of unread conversations from the title. The title gets this count a moment later, so the test
  // cannot rely on it.
  const title = (await page.title()).replace(/^\(\d+\) /, "");
  const address = new URL(page.url()).pathname;
  const id = address.split("/").at(-1) ?? "";
  // Waits until the browser has stored the files of the build, the page and the messages.
  await expect.poll(async () => (await readBrowserStorage(page)).addresses).toContain("/shell-look");
  await expect.poll(async () => (await readBrowserStorage(page)).rows).toContain("最後の一言");
  const { addresses } = await readBrowserStorage(page);
  expect(addresses.filter((cachedUrl) => !/^\/(?:shell|assets)[-/]/.test(cachedUrl))).toEqual([]);

  // The service worker has a separate Content-Security-Policy, which allows requests to this site only.
  const offlineWorker =
    aiko.context.serviceWorkers()[0] ?? (await aiko.context.waitForEvent("serviceworker"));
  const workerScriptResponse = await page.request.get(offlineWorker.url());
  expect(workerScriptResponse.headers()["content-security-policy"]).toContain("default-src 'self'");
  expect(await offlineWorker.evaluate("fetch('/api/health').then(({ ok }) => ok)")).toBe(true);
  const otherOriginUrl = `http://127.0.0.1:${new URL(server.address).port}/api/ready`;
  expect(new URL(otherOriginUrl).origin).not.toBe(new URL(server.address).origin);
  const refusedFetchScript = `new Promise((resolve) => {
    addEventListener("securitypolicyviolation", (event) => resolve(event.effectiveDirective));
    fetch(${JSON.stringify(otherOriginUrl)}, { mode: "no-cors" }).then(() => resolve("reached"), () => {});
  })`;
  expect(await offlineWorker.evaluate(refusedFetchScript)).toBe("connect-src");

  await server.stop();
  await page.goto(address);
  await expect.poll(() => page.title()).toContain(title);
  await findMessageByWords(page, "最後の一言").waitFor();
  await page.getByText("You are offline.").waitFor();
  await writeMessage(page, "書いておきます・offline");
  await page.locator("article", { hasText: "offline" }).waitFor();
  await page.reload();
  await page.locator("article", { hasText: "offline" }).waitFor();
  // All pages of the workspace also open offline, but pages of the public site do not.
  await page.goto("/settings");
  await page.getByRole("heading", { name: "Settings" }).first().waitFor();
  const otherPage = await aiko.context.newPage();
  await expect(otherPage.goto("/login")).rejects.toThrow("ERR_CONNECTION_REFUSED");
  await otherPage.close();

  await page.goto(address);
  await findMessageByWords(page, "最後の一言").waitFor();
  await server.start();
  await page.getByText("You are offline.").waitFor({ state: "detached" });
  const countStoredOfflineMessages = () =>
    aiko
      .call<{ content: string }[]>("GET", `/conversations/${id}/messages`)
      .then((drafts) => drafts.filter(({ content }) => content.includes("offline")).length);
  await expect.poll(countStoredOfflineMessages).toBe(1);
  await page.reload();
  await page.locator("article", { hasText: "offline" }).waitFor();
  expect(await page.locator("article", { hasText: "offline" }).count()).toBe(1);
  expect(await countStoredOfflineMessages()).toBe(1);

  await page.goto("/home");
  await page.getByRole("button", { name: "Your account" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Sign out" }).click();
  await page.waitForURL((url) => url.pathname === "/");
  expect(await readBrowserStorage(page)).toEqual({
    rows: "[[],[],[]]",
    addresses: [],
    drafts: expect.not.stringContaining("draft"),
  });
  expect(await page.evaluate("navigator.serviceWorker.getRegistrations().then(({ length }) => length)")).toBe(
    0,
  );
  expect(aiko.faults).toEqual([]);
});

test("offline, a thread that was read before opens; any other opens once the server is back", async () => {
  const aiko = await openDevice(browser, server, "aiko", { serviceWorkers: "allow" });
  const { page } = aiko;
  const linh = await openDevice(browser, server, "linh");
  const { id: otherId } = await linh.call<{ id: string }>("GET", "/users/info");
  await linh.context.close();
  const group = { kind: "GROUP", name: "Threads on a train", user_ids: [otherId] };
  const { id } = await aiko.call<{ id: string }>("POST", "/conversations", group);
  const sendMessage = (content: string, parent_id?: string) =>
    aiko.call<{ id: string }>("POST", `/conversations/${id}/messages`, {
      client_id: randomUUID(),
      content,
      ...(parent_id && { parent_id }),
    });
  const readMessage = await sendMessage("a question that was read");
  await sendMessage("its answer", readMessage.id);
  const unreadMessage = await sendMessage("a question that was not");
  await sendMessage("an answer unheard", unreadMessage.id);
  await sendMessage("a question without an answer");

  const thread = page.getByLabel("Thread", { exact: true });
  await page.goto(`/chat/${id}?thread=${readMessage.id}`);
  await findMessageByWords(page, "its answer").waitFor();
  await findMessageByWords(page, "a question without an answer").waitFor();
  await expect.poll(async () => (await readBrowserStorage(page)).addresses).toContain("/shell-look");
  await expect
    .poll(async () => (await readBrowserStorage(page)).rows)
    .toContain(`"room ${id}/${readMessage.id}"`);
  await expect.poll(async () => (await readBrowserStorage(page)).rows).toContain(`"room ${id}"`);

  await server.stop();
  await page.goto(`/chat/${id}?thread=${readMessage.id}`);
  await thread.locator("article", { hasText: "a question that was read" }).waitFor();
  await thread.locator("article", { hasText: "its answer" }).waitFor();

  // The browser knows from the stored message that it has no replies. So the page can open its empty thread while
  // offline.
  await page.goto(`/chat/${id}`);
  // Once the composer has the focus, the conversation is painted.
  await expectFocused(findMessageComposer(page));
  await findMessageByWords(page, "a question without an answer").locator("[data-message]").focus();
  await page.keyboard.press("r");
  await thread.getByText("No replies yet").waitFor();
  await findThreadComposer(page).fill("an answer from the train");
  await findThreadComposer(page).press("Enter");
  await thread.locator("article", { hasText: "an answer from the train" }).waitFor();

  await findMessageByWords(page, "a question that was not").getByRole("button", { name: "1 reply" }).click();
  await thread.locator("article", { hasText: "a question that was not" }).waitFor();
  await thread.getByText("Not on this device yet").waitFor();
  expect(await thread.getByRole("alert").count()).toBe(1);
  expect(await findThreadComposer(page).count()).toBe(0);

  await server.start();
  await thread.locator("article", { hasText: "an answer unheard" }).waitFor();
  await thread.getByText("Not on this device yet").waitFor({ state: "detached" });
  await findThreadComposer(page).waitFor();
  await findMessageByWords(page, "a question without an answer")
    .getByRole("button", { name: "1 reply" })
    .waitFor();
  expect(aiko.faults).toEqual([]);
  await aiko.context.close();
});

test("a pane whose script failed to load appears after reconnecting", async () => {
  // `openDevice` blocks the service worker. Otherwise its cache would contain the pane's script.
  const aiko = await openDevice(browser, server, "aiko");
  const { page, context } = aiko;
  const { id } = await aiko.call<{ id: string }>("POST", "/conversations", { kind: "MY_CHAT" });
  await aiko.call("POST", `/conversations/${id}/messages`, {
    client_id: randomUUID(),
    content: "a question",
  });
  // The page preloads the script of the thread's pane. The connection is lost during this, so the script is missing
  // later.
  const code = /\/assets\/thread-pane-[^/]*\.js$/;
  const scriptFailureTrigger = Promise.withResolvers<void>();
  const scriptRequest = page.waitForRequest(code);
  await interceptRequests(page, code, async (route) => {
    await scriptFailureTrigger.promise;
    await route.abort("internetdisconnected");
  });
  await page.goto(`/chat/${id}`);
  await findMessageByWords(page, "a question").waitFor();
  await scriptRequest;
  await context.setOffline(true);
  scriptFailureTrigger.resolve();

  await expectFocused(findMessageComposer(page));
  await findMessageByWords(page, "a question").locator("[data-message]").focus();
  await page.keyboard.press("r");
  const failureAlert = page.getByRole("alert").filter({ hasText: "No connection" });
  await failureAlert.waitFor();
  await findMessageByWords(page, "a question").waitFor();
  expect(new URL(page.url()).searchParams.has("thread")).toBe(true);

  await page.unroute(code);
  await context.setOffline(false);
  await findThreadComposer(page).waitFor();
  expect(await failureAlert.count()).toBe(0);
  expect(aiko.faults).toEqual([]);
  await context.close();
});
