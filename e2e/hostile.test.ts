import { randomUUID } from "node:crypto";
import { isBlank } from "@kakehashi/contract/blank";
import { expect, test } from "vitest";
import { hostileTexts } from "../apps/web/app/features/messages/row/hostile.fixture.ts";
import { openDemo } from "./demo.ts";
import { interceptRequests } from "./intercept.ts";
import {
  createSharedGroup,
  findMessageByWords,
  findMessageComposer,
  findStoredMessage,
  writeMessage,
} from "./people.ts";

// A hostile message or attachment must not break the chat for its readers.

const { signIn } = await openDemo();

test("hostile messages never make the page unusable: when they arrive, after a reload, and opened by a link", async () => {
  const [aiko, emma] = [await signIn("aiko"), await signIn("emma")];
  const id = await createSharedGroup(aiko, emma);
  await aiko.page.close();
  // Skips texts without visible characters, because the server refuses them.
  const texts = Object.values(hostileTexts).filter((content) => !isBlank(content));
  const sentIds: string[] = [];
  for (const content of texts) {
    const body = { client_id: randomUUID(), content };
    sentIds.push((await aiko.call<{ id: string }>("POST", `/conversations/${id}/messages`, body)).id);
  }
  await emma.page.locator(`#message-${sentIds.at(-1)}`).waitFor({ state: "attached" });
  await writeMessage(emma.page, "still here");
  // Waits until the server has stored the message. A reload before that could lose it.
  await findStoredMessage(emma.page, "still here").waitFor();

  await emma.page.reload();
  await findMessageByWords(emma.page, "still here").waitFor();
  for (const mid of [sentIds[0], sentIds[Math.floor(sentIds.length / 2)]]) {
    await emma.page.goto(`/chat/${id}?message=${mid}`);
    await emma.page.locator(`#message-${mid}`).waitFor();
  }
  await findMessageComposer(emma.page).waitFor();
}, 240_000);

test("a message that fails to render shows its text, and the others are unaffected", async () => {
  const [emma, aiko] = [await signIn("emma"), await signIn("aiko")];
  const id = await createSharedGroup(emma, aiko);
  for (const messageText of ["the first", "broken within", "with a broken preview", "the last"])
    await writeMessage(emma.page, messageText);
  // Waits until the server has stored Emma's last message before she leaves the page.
  await findStoredMessage(emma.page, "the last").waitFor();
  await emma.page.goto("about:blank");
  await interceptRequests(emma.page, `**/api/conversations/${id}/messages*`, async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    for (const message of body.data) {
      if (message.content === "broken within") message.reactions = null;
      if (message.content === "with a broken preview") message.previews = [null];
    }
    await route.fulfill({ response, json: body });
  });
  await emma.page.goto(`/chat/${id}`);
  for (const messageText of ["the first", "broken within", "with a broken preview", "the last"])
    await findMessageByWords(emma.page, messageText).waitFor();
  await findMessageComposer(emma.page).waitFor();
  // The hostile message breaks two parts of the page, and each logs one error.
  await expect.poll(() => emma.faults.length).toBe(2);
  expect(emma.faults.splice(0).filter((fault) => !fault.startsWith("console: TypeError"))).toEqual([]);
});

test("a pane that fails to render does not affect the others, and can be retried", async () => {
  const [emma, aiko] = [await signIn("emma"), await signIn("aiko")];
  const id = await createSharedGroup(emma, aiko);
  await writeMessage(emma.page, "beside the details");
  await findStoredMessage(emma.page, "beside the details").waitFor();
  const pinsUrlPattern = `**/api/conversations/${id}/pins*`;
  await interceptRequests(emma.page, pinsUrlPattern, (route) => route.fulfill({ json: { data: [null] } }));
  await emma.page.getByRole("button", { name: "Details" }).click();
  const retryButton = emma.page.getByRole("button", { name: "Try again" });
  await retryButton.waitFor();
  await findMessageByWords(emma.page, "beside the details").waitFor();
  await emma.page.unroute(pinsUrlPattern);
});

test("a notification that fails to render is one line, and the others are shown", async () => {
  const [emma, aiko] = [await signIn("emma"), await signIn("aiko")];
  await createSharedGroup(emma, aiko);
  // Aiko leaves the room before the messages are sent. In the open room she could read them at once, and the server
  // would then create no notifications.
  await aiko.page.goto("about:blank");
  for (const messageText of ["@all the first", "@all broken within", "@all the last"])
    await writeMessage(emma.page, messageText);
  const listNotificationQuotes = async () => {
    const notifications = await aiko.call<{ quote: { text: string } | null }[]>("GET", "/notifications");
    return notifications.map(({ quote }) => quote?.text);
  };
  await expect
    .poll(listNotificationQuotes)
    .toEqual(expect.arrayContaining(["@all the first", "@all the last"]));
  await interceptRequests(aiko.page, /\/api\/notifications(\?|$)/, async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    for (const notification of body.data)
      if (notification.quote?.text.includes("broken within")) notification.data = null;
    await route.fulfill({ response, json: body });
  });
  await aiko.page.goto("/notifications");
  for (const messageText of ["the first", "the last"])
    await aiko.page.getByText(messageText).first().waitFor();
  expect(await aiko.page.getByText("broken within").count()).toBe(0);
  await expect.poll(() => aiko.faults.length).toBe(1);
  expect(aiko.faults.splice(0).filter((fault) => !fault.startsWith("console: TypeError"))).toEqual([]);
});
