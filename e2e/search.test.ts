import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { openDemo } from "./demo.ts";
import { type Device, message } from "./people.ts";

const { come } = await openDemo();

const filterOf = ({ page }: Device, label: string) =>
  page.getByRole("group", { name: "Filters" }).getByRole("button", { name: new RegExp(`^${label}`) });

test("a search is narrowed to any person and any room of the reader's, by typing a part of the name", async () => {
  const [kenji, oliver] = [await come("kenji"), await come("oliver")];
  const { page } = kenji;
  const { id: oliverId } = await oliver.call<{ id: string }>("GET", "/users/info");
  const begin = (name: string) =>
    kenji.call<{ id: string }>("POST", "/conversations", { kind: "GROUP", name, user_ids: [oliverId] });
  const say = (who: Device, id: string, content: string) =>
    who.call("POST", `/conversations/${id}/messages`, { client_id: randomUUID(), content });
  const payroll = await begin("Bảng lương ﾃｽﾄ");
  await say(oliver, payroll.id, "the marsupial is ready");
  await say(kenji, payroll.id, "a marsupial of mine");
  // Past the rooms that the list of conversations holds.
  for (let number = 1; number <= 25; number++) await begin(`Newer room ${number}`);

  await page.goto("/search?q=marsupial");
  const hits = page.getByRole("link", { name: /marsupial/ });
  // What was just written can be found a moment later.
  await expect
    .poll(async () => {
      await page.reload();
      await page
        .getByText(/marsupial|No results/)
        .first()
        .waitFor();
      return hits.count();
    })
    .toBe(2);

  await filterOf(kenji, "From").click();
  const person = page.getByRole("combobox", { name: "Find a person" });
  await person.fill("nobody of this name");
  await page.getByText("No results for “nobody of this name”").waitFor();
  await person.fill("oli");
  await page.getByRole("option", { name: /Oliver/ }).waitFor();
  await person.press("Enter");
  await page.waitForURL((url) => url.searchParams.get("from") === oliverId);
  await expect.poll(() => hits.count()).toBe(1);
  await hits.getByText("the marsupial is ready").waitFor();

  await filterOf(kenji, "In").click();
  const room = page.getByRole("combobox", { name: "Find a conversation" });
  await page.getByRole("option", { name: "Newer room 25" }).waitFor();
  await page.route("**/api/search?*type=conversations*", (route) => route.abort());
  await room.fill("bang luong");
  await page.getByText("This could not be loaded.").waitFor({ timeout: 60_000 });
  await page.unroute("**/api/search?*type=conversations*");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("option", { name: "Bảng lương" }).waitFor();
  await room.fill("テスト");
  await page.getByRole("option", { name: "Bảng lương" }).click();
  await page.waitForURL((url) => url.searchParams.get("in") === payroll.id);

  await page.reload();
  await filterOf(kenji, "From").getByText("Oliver").waitFor();
  await filterOf(kenji, "In").getByText("Bảng lương ﾃｽﾄ").waitFor();
  await expect.poll(() => hits.count()).toBe(1);

  const marked = page.getByRole("listbox").getByRole("option", { selected: true });
  // By the keys alone: up to nobody in particular, and the focus is where it was.
  await filterOf(kenji, "From").press("Enter");
  await page.getByRole("option", { name: "Anybody" }).waitFor();
  await page.getByRole("listbox").getByRole("option").nth(1).waitFor();
  await person.press("ArrowDown");
  await expect.poll(() => marked.textContent()).not.toBe("Anybody");
  await person.press("ArrowUp");
  await expect.poll(() => marked.textContent()).toBe("Anybody");
  await person.press("Enter");
  await page.waitForURL((url) => !url.searchParams.has("from"));
  await expect.poll(() => hits.count()).toBe(2);
  await page.locator(":focus", { hasText: "Anybody" }).waitFor();
});

test("Ctrl-K leads to a message in its place", async () => {
  const [kenji, oliver] = [await come("kenji"), await come("oliver")];
  const { page } = kenji;
  const { id: oliverId } = await oliver.call<{ id: string }>("GET", "/users/info");
  const room = await kenji.call<{ id: string }>("POST", "/conversations", {
    kind: "GROUP",
    name: "Long ago",
    user_ids: [oliverId],
  });
  let old = "";
  for (let number = 1; number <= 60; number++) {
    const content = number === 5 ? "the platypus swims" : `line ${number}.`;
    const sent = await kenji.call<{ id: string }>("POST", `/conversations/${room.id}/messages`, {
      client_id: randomUUID(),
      content,
    });
    if (number === 5) old = sent.id;
  }
  await page.goto(`/chat/${room.id}`);
  await message(page, "line 60.").waitFor();
  // The page itself stays: what opens is a place in it.
  await page.evaluate("window.__stayed = true");
  await page.keyboard.press("Control+k");
  const field = page.getByRole("combobox");
  await field.fill("platypus");
  await page.getByRole("option", { name: /the platypus swims/ }).waitFor();
  while (!(await page.getByRole("option", { selected: true }).textContent())?.includes("swims"))
    await field.press("ArrowDown");
  await field.press("Enter");
  await page.waitForURL(`**/chat/${room.id}?message=${old}`);
  const found = page.locator(`#message-${old}`);
  await found.waitFor();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  const height = page.viewportSize()?.height ?? 0;
  await expect
    .poll(async () => {
      const box = await found.boundingBox();
      return box !== null && box.y > 0 && box.y + box.height < height;
    })
    .toBe(true);
  expect(await page.evaluate("window.__stayed")).toBe(true);
});
