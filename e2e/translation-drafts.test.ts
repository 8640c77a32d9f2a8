import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openDemo } from "./demo.ts";
import { createSharedGroup, type Device, telephone } from "./people.ts";

// What a translator has begun is there on each of their devices, whatever happens to one of them.

const { signIn } = await openDemo();

const field = (page: Page) => page.getByRole("textbox", { name: "Translation into Vietnamese" });
/** Resolves when the server has stored a draft. Call it before the text is typed. */
const draftSaved = (page: Page) =>
  page.waitForResponse(
    (response) => response.url().endsWith("/translations/vi/draft") && response.request().method() === "POST",
  );

async function createUnit(aiko: Device, linh: Device): Promise<{ mid: string; address: string }> {
  const room = await createSharedGroup(aiko, linh);
  const body = { client_id: randomUUID(), content: "明日までに画面を確認してください。" };
  const { id: mid } = await aiko.call<{ id: string }>("POST", `/conversations/${room}/messages`, body);
  return { mid, address: `/translations/${mid}?to=vi` };
}
const draftOf = ({ call }: Device, mid: string) =>
  call<{ content: string } | null>("GET", `/messages/${mid}/translations/vi/draft`);

test("a translation that was begun on one device goes on on another, and ends on both", async () => {
  const [aiko, desktop] = [await signIn("aiko"), await signIn("linh")];
  const { mid, address } = await createUnit(aiko, desktop);
  await desktop.page.goto(address);
  let saved = draftSaved(desktop.page);
  await field(desktop.page).fill("Vui lòng kiểm tra màn hình");
  await saved;

  const phone = await signIn("linh", telephone);
  await phone.page.goto(address);
  await expect.poll(() => field(phone.page).inputValue()).toBe("Vui lòng kiểm tra màn hình");
  saved = draftSaved(phone.page);
  await field(phone.page).fill("Vui lòng kiểm tra màn hình trước ngày mai.");
  await saved;
  // The desktop follows, also while it is open.
  await expect
    .poll(() => field(desktop.page).inputValue())
    .toBe("Vui lòng kiểm tra màn hình trước ngày mai.");
  expect(await desktop.page.getByText("You also wrote this").count()).toBe(0);

  // A browser that forgot everything finds it again.
  await desktop.page.evaluate("localStorage.clear()");
  await desktop.page.reload();
  await expect
    .poll(() => field(desktop.page).inputValue())
    .toBe("Vui lòng kiểm tra màn hình trước ngày mai.");

  await phone.page.getByRole("button", { name: "Save", exact: true }).click();
  await phone.page.getByText("Translation saved").waitFor();
  await expect.poll(async () => (await draftOf(phone, mid))?.content).toBe("");
  await expect
    .poll(() =>
      desktop.page.evaluate(
        "Object.keys(localStorage).filter((name) => name.startsWith('translation-draft'))",
      ),
    )
    .toEqual([]);
  await desktop.page.reload();
  await expect
    .poll(() => field(desktop.page).inputValue())
    .toBe("Vui lòng kiểm tra màn hình trước ngày mai.");
});

test("what two devices wrote apart is kept: the later text stays, and the other is offered", async () => {
  const [aiko, desktop, laptop] = [await signIn("aiko"), await signIn("linh"), await signIn("linh")];
  const { address } = await createUnit(aiko, desktop);
  for (const { page } of [desktop, laptop]) {
    await page.goto(address);
    await field(page).waitFor();
  }
  await desktop.context.setOffline(true);
  await field(desktop.page).fill("Xem màn hình giúp tôi.");
  const saved = draftSaved(laptop.page);
  await field(laptop.page).fill("Vui lòng kiểm tra màn hình.");
  await saved;
  const compared = draftSaved(desktop.page);
  await desktop.context.setOffline(false);
  await compared;
  for (const { page } of [desktop, laptop]) {
    await expect.poll(() => field(page).inputValue()).toBe("Vui lòng kiểm tra màn hình.");
    await page.getByText("You also wrote this on another device").waitFor();
    await page.getByText("Xem màn hình giúp tôi.").waitFor();
  }
  await desktop.page.getByRole("button", { name: "Use this one" }).click();
  for (const { page } of [desktop, laptop]) {
    await expect.poll(() => field(page).inputValue()).toBe("Xem màn hình giúp tôi.");
    await page.getByText("You also wrote this on another device").waitFor({ state: "detached" });
  }
});
