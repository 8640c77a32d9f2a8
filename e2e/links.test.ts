import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { openDemo } from "./demo.ts";
import { meet, message } from "./people.ts";

const { come } = await openDemo();

test("a link leads to a message however old it is, and back to the newest", async () => {
  const [aiko, emma] = [await come("aiko"), await come("emma")];
  const id = await meet(aiko, emma);
  let old = "";
  for (let number = 1; number <= 90; number++) {
    const body = { client_id: randomUUID(), content: `message number ${number}.` };
    const sent = await aiko.call<{ id: string }>("POST", `/conversations/${id}/messages`, body);
    if (number === 10) old = sent.id;
  }
  await emma.page.goto(`/chat/${id}?message=${old}`);
  const found = emma.page.locator(`#message-${old}`);
  await found.waitFor();
  const height = emma.page.viewportSize()?.height ?? 0;
  await expect
    .poll(async () => {
      const box = await found.boundingBox();
      return box !== null && box.y > 0 && box.y + box.height < height;
    })
    .toBe(true);
  await emma.page.getByRole("button", { name: "Jump to the newest message" }).click();
  await message(emma.page, "message number 90.").waitFor();
});

test("who reads on from an old message is told of none that they come to as if it were new", async () => {
  const [aiko, emma] = [await come("aiko"), await come("emma")];
  const id = await meet(aiko, emma);
  const say = (number: number) =>
    aiko.call<{ id: string }>("POST", `/conversations/${id}/messages`, {
      client_id: randomUUID(),
      content: `message number ${number}.`,
    });
  const old = await say(1);
  for (let number = 2; number <= 60; number++) await say(number);
  const { page } = emma;
  await message(page, "message number 60.").waitFor();
  await page.goto("/home");
  const last = page.waitForResponse(
    async (answer) => answer.url().includes("/below") && !(await answer.json()).meta.below,
  );
  await page.goto(`/chat/${id}?message=${old.id}`);
  await message(page, "message number 1.").hover();
  for (const number of [20, 35, 45])
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, 100);
        return message(page, `message number ${number}.`).count();
      })
      .toBe(1);
  await last;
  await say(61);
  // Only messages that were sent meanwhile are new.
  await page.getByRole("button", { name: "1 new message", exact: true }).waitFor();
});

test("a link to a reply leads to its thread, and the conversation beside it is there as well", async () => {
  const [aiko, emma] = [await come("aiko"), await come("emma")];
  const id = await meet(aiko, emma);
  const say = (content: string, parent_id?: string) =>
    aiko.call<{ id: string }>("POST", `/conversations/${id}/messages`, {
      client_id: randomUUID(),
      content,
      ...(parent_id && { parent_id }),
    });
  await say("what came before");
  const root = await say("a question");
  const reply = await say("its answer", root.id);
  await aiko.page.goto("about:blank");
  await aiko.page.goto(`/chat/${id}?message=${reply.id}`);
  const thread = aiko.page.getByLabel("Thread", { exact: true });
  await thread.locator("article", { hasText: "its answer" }).waitFor();
  await message(aiko.page, "what came before").waitFor();
});
