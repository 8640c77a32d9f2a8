/// <reference lib="dom" />
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openDemo } from "./demo.ts";
import { expectFocused } from "./focus.ts";
import { holdResponses } from "./hold-back.ts";
import { interceptRequests } from "./intercept.ts";
import { phoneOptions, type SignedInDevice, waitUntilSubscribed } from "./people.ts";

// An admin works on the admin pages, on a desktop and on a phone.

const { signIn } = await openDemo();

const createContactBody = (email: string) => ({
  first_name: "An",
  last_name: "Nguyễn",
  phone: "0912 345 678",
  email,
  country: "VN",
  topic: "project",
  message: "Chúng tôi có ba cửa hàng và muốn nhận lịch hẹn trực tuyến, cho cả khách hàng ở nước ngoài.",
});
const sendContactMessage = ({ call }: SignedInDevice, email: string) =>
  call("POST", "/contact", createContactBody(email));

/** Finds elements that overflow their container. On such a page, people would have to scroll sideways. */
const findOverflowingElements = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("html, main, main *:not(option)")]
      .filter((element) => {
        const { overflowX } = getComputedStyle(element);
        const isScrollable = element.localName === "html" || ["auto", "scroll"].includes(overflowX);
        return isScrollable && element.scrollWidth > element.clientWidth + 1;
      })
      .map(({ localName, className }) => `${localName}.${className}`),
  );

const adminSections = [
  "activations",
  "users",
  "posts",
  "contacts",
  "plans",
  "categories",
  "currencies",
  "pages",
  "audit",
  "mails",
];

test("on a phone the admin pages do not scroll sideways in any language, and a press opens a card", async () => {
  const emma = await signIn("emma", phoneOptions);
  const { page, context } = emma;
  await sendContactMessage(emma, "phone@shop.example");
  await page.goto("/admin/users?search=an@");
  const card = page.locator("main li", { hasText: "Nguyễn Văn An" });
  await card.tap({ trial: true });
  expect(await page.locator("main table").count()).toBe(0);
  const cardBox = await card.boundingBox();
  if (!cardBox) throw new Error("There is no card.");
  // The whole card works like the link at the person's name. So the test taps a corner of the card, far from the link.
  await card.tap({ position: { x: cardBox.width - 8, y: cardBox.height - 8 } });
  await page.getByRole("dialog", { name: "Nguyễn Văn An" }).getByText("Account and sign-in").waitFor();
  await page.goBack();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.getByRole("combobox", { name: "Administration" }).selectOption("contacts");
  await page.waitForURL("**/admin/contacts");

  for (const language of ["en", "vi", "ja"]) {
    await context.addCookies([{ name: "session_lang", value: language, url: new URL(page.url()).origin }]);
    await page.goto("/admin/firm");
    await page.locator("main [data-width] label").first().waitFor();
    for (const section of adminSections) {
      // The page shows the previous section until the chosen one has loaded. The test marks the elements of the
      // previous section, so that it can recognize the new ones.
      await page.evaluate(() => {
        for (const element of document.querySelectorAll("main [data-width] *"))
          element.setAttribute("data-old", "");
      });
      await page.locator('select:has(option[value="firm"])').selectOption(section);
      await page.waitForURL(`**/admin/${section}`);
      await page.locator("main [data-width] :is(li, p):not([data-old])").first().waitFor();
      expect([language, section, await findOverflowingElements(page)]).toEqual([language, section, []]);
    }
  }
});

test("the navigation counts waiting work live, and an admin is notified of a contact message", async () => {
  const emma = await signIn("emma");
  const an = await signIn("an");
  const { page } = emma;
  const liveSubscription = waitUntilSubscribed(page);
  await page.goto("/chat");
  const adminLink = page.getByRole("navigation", { name: "Workspace" }).getByRole("link", { name: /Admin/ });
  await adminLink.waitFor();
  await liveSubscription;
  const { contacts } = await emma.call<{ contacts: number }>("GET", "/admin/waiting");
  // Starts to wait for the toast before the action, because the toast disappears after two seconds.
  await Promise.all([
    page.getByText("An Nguyễn wrote through the contact form.").waitFor(),
    adminLink.getByText(String(contacts + 1), { exact: true }).waitFor(),
    sendContactMessage(emma, "rail@shop.example"),
  ]);
  await page.goto("/notifications");
  await page
    .getByRole("link", { name: /An Nguyễn wrote through the contact form/ })
    .first()
    .click();
  await page.waitForURL("**/admin/contacts/*");
  await adminLink.getByText(String(contacts + 1), { exact: true }).waitFor();
  await page.getByLabel("Change the status").selectOption("IN_PROGRESS");
  await adminLink.getByText(String(contacts + 1), { exact: true }).waitFor({ state: "detached" });

  await an.page.goto("/chat");
  await an.page.getByRole("navigation", { name: "Workspace" }).waitFor();
  expect(await an.page.getByRole("link", { name: /Admin/ }).count()).toBe(0);
});

test("saving one entry slowly does not close the editor of another", async () => {
  const { page, call } = await signIn("emma");
  const addCategory = (name: string) =>
    call("POST", "/admin/categories", { names: { en: name, vi: name, ja: name } });
  await addCategory("Weaving");
  await addCategory("Dyeing");
  await page.goto("/admin/categories");
  await page.getByRole("button", { name: "Edit: Weaving" }).click();
  await page.getByLabel("English").fill("Looms");
  const saveResponse = page.waitForResponse((response) => response.request().method() === "PATCH");
  const releaseResponses = await holdResponses(page, /\/api\/admin\/categories\/[^/]+$/);
  await page.getByLabel("English").press("Enter");
  await page.getByRole("button", { name: "Edit: Dyeing" }).click();
  await page.getByLabel("English").fill("Inks");
  releaseResponses();
  await saveResponse;
  await page.getByText("Looms").waitFor();
  expect(await page.getByLabel("English").inputValue()).toBe("Inks");
});

test("a category is edited in its row, moved by keyboard and by drag, and removed after a question", async () => {
  const { page, call } = await signIn("emma");
  const listCategoryNames = async () =>
    (await call<{ names: { language_code: string; name: string }[] }[]>("GET", "/categories")).map(
      ({ names }) => names.find(({ language_code }) => language_code === "en")?.name,
    );
  await page.goto("/admin/categories");
  await page.getByRole("button", { name: "New category" }).click();
  await page.getByLabel("English").fill("Puppetry");
  await page.getByLabel("English").press("Enter");
  await page.getByText("This is required.").first().waitFor();
  expect(await page.locator("form [aria-invalid=true]").count()).toBe(2);
  await page.getByLabel("Tiếng Việt").fill("Kiểm thử");
  await page.getByLabel("日本語").fill("テスト");
  await page.getByLabel("日本語").press("Enter");
  await page.getByRole("button", { name: "Edit: Puppetry" }).waitFor();
  expect((await listCategoryNames()).at(-1)).toBe("Puppetry");

  await page.getByRole("button", { name: "Edit: Puppetry" }).press("Enter");
  await page.getByLabel("English").fill("Lost");
  await page.getByLabel("English").press("Escape");
  await page.getByLabel("English").waitFor({ state: "detached" });
  const editButton = page.getByRole("button", { name: "Edit: Puppetry" });
  await expectFocused(editButton);
  await editButton.press("Enter");
  await page.getByLabel("English").fill("Puppets");
  await page.getByLabel("English").press("Enter");
  const moveHandle = page.getByRole("button", { name: "Move: Puppets", exact: true });
  await moveHandle.waitFor();

  const namesBefore = await listCategoryNames();
  // The category is moved twice. The response to the first move arrives while the second move is being saved. It must
  // not undo the second move.
  const firstAnswer = Promise.withResolvers<void>();
  await interceptRequests(page, "**/api/categories", async (route) => {
    const response = await route.fetch();
    await firstAnswer.promise;
    await route.fulfill({ response });
  });
  const categoriesRequest = page.waitForRequest("**/api/categories");
  // Both keys arrive before the page has drawn the first move.
  await moveHandle.evaluate((handle) => {
    for (let count = 0; count < 2; count++)
      handle.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowUp", bubbles: true, cancelable: true }));
  });
  await expect
    .poll(listCategoryNames)
    .toEqual([...namesBefore.slice(0, -3), "Puppets", ...namesBefore.slice(-3, -1)]);
  await expectFocused(moveHandle);
  const secondRequest = await categoriesRequest;
  const releaseOrderResponse = await holdResponses(page, "**/api/admin/categories/order");
  await moveHandle.press("ArrowDown");
  firstAnswer.resolve();
  await secondRequest.response().then((response) => response?.finished());
  await moveHandle.press("ArrowDown");
  releaseOrderResponse();
  await expect.poll(listCategoryNames).toEqual(namesBefore);
  await expectFocused(moveHandle);

  await moveHandle.hover();
  const firstItemBox = await page.locator("main li").first().boundingBox();
  const handleBox = await moveHandle.boundingBox();
  if (!firstItemBox || !handleBox) throw new Error("There is nothing to drag.");
  await page.mouse.down();
  await page.mouse.move(handleBox.x + 10, handleBox.y - 20, { steps: 4 });
  await page.mouse.move(firstItemBox.x + 20, firstItemBox.y + 6, { steps: 12 });
  await page.mouse.up();
  await expect.poll(async () => (await listCategoryNames())[0]).toBe("Puppets");

  await page.getByRole("button", { name: "Remove: Puppets" }).click();
  const question = page.getByRole("dialog", { name: "Remove “Puppets”?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await question.waitFor({ state: "detached" });
  expect(await listCategoryNames()).toContain("Puppets");
  await page.getByRole("button", { name: "Remove: Puppets" }).click();
  await question.getByRole("button", { name: "Remove" }).click();
  await expect.poll(listCategoryNames).not.toContain("Puppets");
});

test("closing registration explains the effect and asks; an empty queue says that nothing waits", async () => {
  const { page, call } = await signIn("emma");
  const listClosedPages = () => call<string[]>("GET", "/pages/closed");
  await page.goto("/admin/pages");
  const registration = page.getByRole("checkbox", { name: /^Registration/ });
  await registration.click();
  const question = page.getByRole("dialog", { name: "Close “Registration”?" });
  await question.getByText("Nobody can create an account").waitFor();
  await question.getByRole("button", { name: "Cancel" }).click();
  await question.waitFor({ state: "detached" });
  expect(await registration.isChecked()).toBe(true);
  expect(await listClosedPages()).toEqual([]);
  await registration.click();
  await question.getByRole("button", { name: "Close the page" }).click();
  await page.getByRole("checkbox", { name: /^Registration · Closed/ }).waitFor();
  expect(await listClosedPages()).toEqual(["/register"]);
  await registration.click();
  await page.getByRole("checkbox", { name: /^Registration · Open/ }).waitFor();
  expect(await listClosedPages()).toEqual([]);

  await page.goto("/admin/activations");
  await page.getByText("No requests waiting").waitFor();
});

test("a profile is shown before the decision, and only the button that blocks is red", async () => {
  const { page } = await signIn("emma");
  await signIn("an");
  await page.goto("/admin/users?search=an@");
  await page.getByRole("button", { name: "Open: Nguyễn Văn An" }).click();
  const dialog = page.getByRole("dialog", { name: "Nguyễn Văn An" });
  // The sessions are in a section at the end of the dialog. This section is collapsed at first.
  const sessions = dialog.locator("details");
  await sessions.waitFor();
  expect(await sessions.getAttribute("open")).toBeNull();
  const block = dialog.getByRole("button", { name: "Block" });
  await block.waitFor();
  for (const text of ["Developer", "Person", "Accepted", "Mobile apps", "React và Node.js"])
    await dialog.getByText(text).first().waitFor();
  const dangerColour = await block.evaluate((button) => getComputedStyle(button).backgroundColor);
  expect(dangerColour).toMatch(/^rgb\((1[5-9]\d|2\d\d), [0-6]?\d, [0-6]?\d\)$/);
  expect(await dialog.getByRole("textbox").count()).toBe(0);
  await block.click();
  await dialog.getByRole("button", { name: "Block" }).click();
  await dialog.getByText("This is required.").waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.getByRole("textbox").waitFor({ state: "detached" });
});
