import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { openDemo } from "./demo.ts";
import { createSharedGroup, findMessageByWords } from "./people.ts";

const { signIn } = await openDemo();

test("a link opens an old message, and a button leads back to the newest", async () => {
  const [aiko, emma] = [await signIn("aiko"), await signIn("emma")];
  const id = await createSharedGroup(aiko, emma);
  let oldMessageId = "";
  for (let number = 1; number <= 90; number++) {
    const body = { client_id: randomUUID(), content: `message number ${number}.` };
    const sentMessage = await aiko.call<{ id: string }>("POST", `/conversations/${id}/messages`, body);
    if (number === 10) oldMessageId = sentMessage.id;
  }
  await emma.page.goto(`/chat/${id}?message=${oldMessageId}`);
  const oldMessageRow = emma.page.locator(`#message-${oldMessageId}`);
  await oldMessageRow.waitFor();
  const height = emma.page.viewportSize()?.height ?? 0;
  await expect
    .poll(async () => {
      const rowBox = await oldMessageRow.boundingBox();
      return rowBox !== null && rowBox.y > 0 && rowBox.y + rowBox.height < height;
    })
    .toBe(true);
  await emma.page.getByRole("button", { name: "Jump to the newest message" }).click();
  await findMessageByWords(emma.page, "message number 90.").waitFor();
});

test("messages reached by scrolling down from an old one are not announced as new", async () => {
  const [aiko, emma] = [await signIn("aiko"), await signIn("emma")];
  const id = await createSharedGroup(aiko, emma);
  const sendNumberedMessage = (number: number) =>
    aiko.call<{ id: string }>("POST", `/conversations/${id}/messages`, {
      client_id: randomUUID(),
      content: `message number ${number}.`,
    });
  const oldMessageId = await sendNumberedMessage(1);
  for (let number = 2; number <= 60; number++) await sendNumberedMessage(number);
  const { page } = emma;
  await findMessageByWords(page, "message number 60.").waitFor();
  await page.goto("/home");
  const lastResponse = page.waitForResponse(
    async (response) => response.url().includes("/below") && !(await response.json()).meta.below,
  );
  await page.goto(`/chat/${id}?message=${oldMessageId.id}`);
  await findMessageByWords(page, "message number 1.").hover();
  for (const number of [20, 35, 45])
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, 100);
        return findMessageByWords(page, `message number ${number}.`).count();
      })
      .toBe(1);
  await lastResponse;
  await sendNumberedMessage(61);
  // The button counts only the message that arrived after the page was opened.
  await page.getByRole("button", { name: "1 new message", exact: true }).waitFor();
});

test("a link to a reply opens its thread beside the conversation", async () => {
  const [aiko, emma] = [await signIn("aiko"), await signIn("emma")];
  const id = await createSharedGroup(aiko, emma);
  const sendMessage = (content: string, parent_id?: string) =>
    aiko.call<{ id: string }>("POST", `/conversations/${id}/messages`, {
      client_id: randomUUID(),
      content,
      ...(parent_id && { parent_id }),
    });
  await sendMessage("what came before");
  const root = await sendMessage("a question");
  const reply = await sendMessage("its answer", root.id);
  await aiko.page.goto("about:blank");
  await aiko.page.goto(`/chat/${id}?message=${reply.id}`);
  const thread = aiko.page.getByLabel("Thread", { exact: true });
  await thread.locator("article", { hasText: "its answer" }).waitFor();
  await findMessageByWords(aiko.page, "what came before").waitFor();
});
