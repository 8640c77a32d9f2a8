import type { PushMessage } from "@kakehashi/contract/push";
import type { BrowserContext, Page, Worker } from "playwright-core";
import { expect, test } from "vitest";
import { openDemo } from "../demo.ts";
import { openDevice } from "../people.ts";

// The test uses a real browser, service worker, push events and notifications. Only two things are simulated. Developer
// tools deliver the push message, because a test cannot reach a push service. And the click event is created in the
// worker, because a headless browser shows no notification to click.

const { browser, server } = await openDemo({ needsFullChromium: true });

/**
 * Returns the service worker of the page. From then on, the worker records a promise for each push event, which
 * resolves when the event is handled. The recording code is a string that runs in the browser, so it has no types.
 */
async function findServiceWorker({
  page,
  context,
}: {
  page: Page;
  context: BrowserContext;
}): Promise<Worker> {
  await page.evaluate("navigator.serviceWorker.ready.then(() => null)");
  const serviceWorker = context.serviceWorkers()[0] ?? (await context.waitForEvent("serviceworker"));
  await serviceWorker.evaluate(`{
    self.pushes = [];
    const { waitUntil } = ExtendableEvent.prototype;
    ExtendableEvent.prototype.waitUntil = function (work) {
      if (this.type === "push") pushes.push(work);
      return waitUntil.call(this, work);
    };
  }`);
  return serviceWorker;
}

/**
 * Returns a function that delivers a push message to the browser. Its promise resolves when the worker has handled the
 * message.
 */
async function createPushSender(
  { page, context }: { page: Page; context: BrowserContext },
  serviceWorker: Worker,
) {
  const devtools = await context.newCDPSession(page);
  const registration = Promise.withResolvers<string>();
  devtools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
    for (const { registrationId, isDeleted } of registrations)
      if (!isDeleted) registration.resolve(registrationId);
  });
  await devtools.send("ServiceWorker.enable");
  const registrationId = await registration.promise;
  let sentCount = 0;
  return async (message: PushMessage | { title: string; address: string }) => {
    const data = JSON.stringify(message);
    await devtools.send("ServiceWorker.deliverPushMessage", { origin: server.address, registrationId, data });
    sentCount++;
    await expect.poll(() => serviceWorker.evaluate("pushes.length")).toBe(sentCount);
    await serviceWorker.evaluate("Promise.all(pushes).then(() => null)");
  };
}

/** Returns the notifications that the service worker currently shows. */
const listNotices = (serviceWorker: Worker): Promise<PushMessage[]> =>
  serviceWorker.evaluate(`registration.getNotifications().then((all) =>
    all.map(({ title, body, lang, tag, data }) => ({ title, body, lang, tag, ...data })))`);

/**
 * Simulates a click on the notification. Browsers do not trust such an event, so the worker may neither focus nor open
 * a window. The test therefore records what the worker tries.
 */
const clickNotice = (serviceWorker: Worker): Promise<void> =>
  serviceWorker.evaluate(`registration.getNotifications().then(([notification]) => {
    dispatchEvent(new NotificationEvent("notificationclick", { notification }));
  })`);

test("a push message becomes a notice that opens its message, unless the workspace is visible", async () => {
  const an = await openDevice(browser, server, "an", { serviceWorkers: "allow" });
  const { page, context } = an;
  await context.grantPermissions(["notifications"], { origin: server.address });
  const [room] = await an.call<{ id: string }[]>("GET", "/conversations");
  const [pushedMessage] = await an.call<{ id: string }[]>("GET", `/conversations/${room?.id}/messages`);
  const address = `/chat/${room?.id}?message=${pushedMessage?.id}`;
  const notice: PushMessage = {
    title: "田中 愛子 · さくら予約",
    body: "画面を見ていただけますか。",
    lang: "ja",
    tag: "room",
    address,
  };
  await page.goto("/chat");
  const serviceWorker = await findServiceWorker(an);
  const sendPush = await createPushSender(an, serviceWorker);

  await sendPush(notice);
  expect(await listNotices(serviceWorker)).toEqual([]);

  await page.goto("about:blank");
  await sendPush({ title: "not ours", address: "https://elsewhere.example/" });
  expect(await listNotices(serviceWorker)).toEqual([]);
  await sendPush({ ...notice, body: "一つ目" });
  await sendPush({ ...notice, tag: "another room" });
  await sendPush(notice);
  const noticesBefore = await listNotices(serviceWorker);
  expect(noticesBefore).toHaveLength(2);
  expect(noticesBefore).toEqual(expect.arrayContaining([notice, { ...notice, tag: "another room" }]));

  // No window of the workspace is open, so the worker tries to open one.
  await serviceWorker.evaluate(`{
    self.opened = [];
    clients.openWindow = async (address) => (opened.push(address), null);
  }`);
  await clickNotice(serviceWorker);
  await expect.poll(() => serviceWorker.evaluate("opened")).toEqual([address]);
  await expect.poll(async () => (await listNotices(serviceWorker)).length).toBe(1);

  await page.goto("/chat");
  // The page loads its list again when the service worker tells it about the push message.
  await page.locator(`a[href^="/chat/${room?.id}"]`).first().waitFor();
  await clickNotice(serviceWorker);
  await page.waitForURL(`**${address}`);
  await page.locator(`#message-${pushedMessage?.id}`).waitFor();
  await expect.poll(() => listNotices(serviceWorker)).toEqual([]);
  expect(await serviceWorker.evaluate("opened")).toEqual([address]);
  expect(an.faults).toEqual([]);
  await context.close();
});
