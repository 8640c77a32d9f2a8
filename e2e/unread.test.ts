import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openDemo } from "./demo.ts";
import { type Device, meet, message } from "./people.ts";

const { come } = await openDemo();

/** A room in which the second has read three messages, and none of so many after those. */
async function withUnread(writer: Device, reader: Device, count: number): Promise<string> {
  const id = await meet(writer, reader);
  await reader.page.goto("/home");
  const say = (number: number) =>
    writer.call("POST", `/conversations/${id}/messages`, {
      client_id: randomUUID(),
      content: `message number ${number}.`,
    });
  for (let number = 1; number <= 3; number++) await say(number);
  await reader.call("POST", `/conversations/${id}/mark_read`, {});
  for (let number = 4; number <= count + 3; number++) await say(number);
  return id;
}

const list = (page: Page) => page.getByRole("region", { name: "Messages", exact: true });
const line = (page: Page) => list(page).getByText("New", { exact: true });
const toUnread = (page: Page, count: number) =>
  page.getByRole("button", { name: `${count} new messages above` });

/** Whether the line stands in sight, right above this message. */
const standsAbove = (page: Page, words: string) =>
  expect
    .poll(async () => {
      const [view, mark, next] = await Promise.all([
        list(page).boundingBox(),
        line(page).boundingBox(),
        message(page, words).boundingBox(),
      ]);
      if (!view || !mark || !next) return "not drawn";
      if (mark.y < view.y || mark.y > view.y + view.height) return "out of sight";
      return next.y >= mark.y && next.y < mark.y + 80 ? "right" : "elsewhere";
    })
    .toBe("right");

test("who comes to many unread messages is led to the first one, and back to the newest", async () => {
  const [aiko, emma] = [await come("aiko"), await come("emma")];
  const id = await withUnread(aiko, emma, 60);
  await emma.page.goto(`/chat/${id}`);
  await message(emma.page, "message number 63.").waitFor();
  await toUnread(emma.page, 60).waitFor();
  expect(await line(emma.page).count()).toBe(0);

  await toUnread(emma.page, 60).click();
  await standsAbove(emma.page, "message number 4.");
  await toUnread(emma.page, 60).waitFor({ state: "detached" });
  expect(new URL(emma.page.url()).pathname + new URL(emma.page.url()).search).toBe(`/chat/${id}`);
  await emma.page.getByRole("button", { name: "To the newest message" }).click();
  await message(emma.page, "message number 63.").waitFor();

  // Whoever goes there and comes back begins at the newest ones.
  await emma.page.goBack();
  await emma.page.goForward();
  await message(emma.page, "message number 63.").waitFor();
});

test("on a phone, by the keyboard: the line stands only where the unread ones begin, and Escape takes all as read", async () => {
  const [aiko, linh] = [await come("aiko"), await come("linh")];
  await linh.page.setViewportSize({ width: 390, height: 780 });
  const id = await withUnread(aiko, linh, 30);
  await linh.page.goto(`/chat/${id}`);
  await toUnread(linh.page, 30).focus();
  const box = await toUnread(linh.page, 30).boundingBox();
  expect(box && box.x >= 0 && box.x + box.width <= 390).toBe(true);
  await linh.page.keyboard.press("Enter");
  await standsAbove(linh.page, "message number 4.");
  // What had the focus is gone; the keyboard goes on in the list.
  expect(await list(linh.page).evaluate((element) => element.matches(":focus"))).toBe(true);

  await linh.page.goto("/home");
  const other = await withUnread(aiko, linh, 25);
  await linh.page.goto(`/chat/${other}`);
  await toUnread(linh.page, 25).waitFor();
  await linh.page.keyboard.press("Escape");
  await toUnread(linh.page, 25).waitFor({ state: "detached" });
  await expect
    .poll(() => linh.call("GET", `/conversations/${other}`))
    .toMatchObject({ unread_count: 0, read_number: 28 });
});

test("a few unread messages are opened at their line, without a way there", async () => {
  const [aiko, an] = [await come("aiko"), await come("an")];
  const id = await withUnread(aiko, an, 5);
  await an.page.goto(`/chat/${id}`);
  await standsAbove(an.page, "message number 4.");
  expect(await an.page.getByRole("button", { name: "new messages above" }).count()).toBe(0);
});
