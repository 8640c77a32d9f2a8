import type { PricePlan } from "@kakehashi/contract/plans";
import { expect, test } from "vitest";
import { openDemo } from "./demo.ts";

// An admin edits the public site on the admin pages, and readers see the changes.

const { server, signIn } = await openDemo();

const createMarkdown = (title: string) =>
  `---\ntitle: ${title}\nsummary: About it\ntopic: Notes\n---\n\n## Why\n\nWords.`;
/** Requests a public page without a session. */
const fetchPublicPage = async (path: string) => {
  const response = await fetch(server.address + path, { redirect: "manual" });
  return { status: response.status, to: response.headers.get("location"), html: await response.text() };
};

test("a post is written, previewed, saved despite another editor, published and moved, and only admins open the editor", async () => {
  const { page, context } = await signIn("emma");
  await page.goto("/blog/select");
  await page.getByRole("link", { name: "New post" }).click();
  const englishField = page.getByLabel("Text in English");
  await englishField.fill("---\ntitel: Slow tea\n---\n");
  await page.getByText("Line 2: “titel” is not allowed. Use title, summary and topic.").waitFor();
  await englishField.fill(createMarkdown("Slow tea"));
  await page.locator("article h1", { hasText: "Slow tea" }).waitFor();
  await englishField.press("Control+s");
  await page.waitForURL(/\/admin\/posts\/[\da-f-]{36}$/);
  await page.getByText("All changes saved").waitFor();
  expect((await fetchPublicPage("/blog/slow-tea")).status).toBe(404);

  const otherPage = await context.newPage();
  await otherPage.goto(page.url());
  await otherPage.getByLabel("Author").fill("Somebody");
  await otherPage.keyboard.press("Control+s");
  await otherPage.getByText("All changes saved").waitFor();
  // Closes the second page, so that the first one is in the foreground again. In a background page each click takes two
  // seconds, because the browser draws only one frame per second.
  await otherPage.close();
  await page.getByLabel("Author").fill("Emma");
  await page.keyboard.press("Control+s");
  const conflictAlert = page.getByRole("alert").filter({ hasText: "saved this post at" });
  await conflictAlert.getByRole("button", { name: "Overwrite with mine" }).click();
  await conflictAlert.waitFor({ state: "detached" });
  await page.getByText("All changes saved").waitFor();

  await page.getByRole("tab", { name: "Tiếng Việt" }).click();
  await page.getByRole("button", { name: "Copy the English text" }).click();
  await page.getByLabel("Text in Tiếng Việt").fill(createMarkdown("Trà chậm"));
  await page.getByRole("button", { name: "Publish now" }).click();
  await page.getByText("Readers have seen it since").waitFor();
  expect((await fetchPublicPage("/blog/slow-tea")).html).toContain("Emma");
  expect((await fetchPublicPage("/vi/blog/slow-tea")).html).toContain("Trà chậm");

  await page.getByLabel("URL").fill("two-hours-apart");
  await page.keyboard.press("Control+s");
  await page.getByText("Another post uses or used this URL.").waitFor();
  await page.getByLabel("URL").fill("slower-tea");
  await page.keyboard.press("Control+s");
  await page.getByText("All changes saved").waitFor();
  const movedPostResponse = await fetchPublicPage("/blog/slow-tea");
  expect([movedPostResponse.status, movedPostResponse.to]).toEqual([301, "/blog/slower-tea"]);

  await page.getByLabel("Author").fill("Nobody");
  await page.getByRole("link", { name: "Back to the list" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  expect(await page.getByLabel("Author").inputValue()).toBe("Nobody");
  await page.getByRole("link", { name: "Back to the list" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Leave" }).click();
  await page.waitForURL("**/admin/posts");
  expect((await fetchPublicPage("/blog/slower-tea")).html).toContain("Emma");
});

test("a reply being written stays when another admin replies first", async () => {
  const { page, call } = await signIn("emma");
  await call("POST", "/contact", {
    first_name: "Chi",
    last_name: "Nguyễn",
    phone: "0912 345 678",
    email: "chi@shop.example",
    country: "VN",
    language: "vi",
    message: "Khi nào bắt đầu được?",
  });
  const [sentContact] = await call<{ id: string }[]>("GET", "/admin/contacts?search=chi@shop");
  await page.goto(`/admin/contacts/${sentContact?.id}`);
  await page.getByRole("textbox", { name: "Reply" }).fill("Tuần sau ạ.");
  await call("POST", `/admin/contacts/${sentContact?.id}/reply`, { reply: "Ngay ngày mai." });
  await page.getByText("Ngay ngày mai.").waitFor();
  const unsentReply = page.getByRole("textbox", { name: "Your unsent reply" });
  expect(await unsentReply.inputValue()).toBe("Tuần sau ạ.");
  await page.getByRole("status").filter({ hasText: "Somebody else has already replied." }).waitFor();
  await page.getByRole("button", { name: "Discard my reply" }).click();
  await unsentReply.waitFor({ state: "detached" });
});

test("the mail about a contact message leads to its reply form, and a changed price shows at once", async () => {
  const { page, call } = await signIn("emma");
  await call("POST", "/contact", {
    first_name: "An",
    last_name: "Nguyễn",
    phone: "0912 345 678",
    email: "an@shop.example",
    country: "VN",
    language: "vi",
    message: "Chúng tôi có ba cửa hàng.",
  });
  const [sentContact] = await call<{ id: string }[]>("GET", "/admin/contacts?search=an@shop");
  await page.goto(`/admin/contacts/${sentContact?.id}`);
  await page.getByText("Chúng tôi có ba cửa hàng.").waitFor();
  await page.getByLabel("Change the status").selectOption("IN_PROGRESS");
  await page.locator("dd", { hasText: "In progress" }).waitFor();
  await page.getByRole("textbox", { name: "Reply" }).fill("Vâng, rất sẵn lòng.");
  await page.getByRole("button", { name: "Send the reply" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Send the reply" }).click();
  await page.getByText("Emma Clarke answered on").waitFor();
  await page.locator("dd", { hasText: "Answered" }).waitFor();

  expect((await fetchPublicPage("/price")).html).toContain("Why is there no price list?");
  await page.goto("/admin/plans");
  await page.getByRole("button", { name: "Edit: Advice" }).click();
  await page.getByLabel("Amount").fill("90");
  await page.getByLabel("Currency").selectOption("USD");
  await page.getByRole("dialog").locator("select").last().selectOption("HOUR");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("90 USD / an hour").waitFor();
  const pricePageHtml = (await fetchPublicPage("/price")).html;
  expect(pricePageHtml).toContain("$90");
  expect(pricePageHtml).not.toContain("Why is there no price list?");
  await page.getByRole("button", { name: "Edit: Advice" }).click();
  const colleague = await signIn("emma");
  const [advicePlan] = (await call<PricePlan[]>("GET", "/admin/plans")).filter(
    ({ words }) => words.en.title === "Advice",
  );
  const { words, currency, period, shown } = advicePlan as PricePlan;
  const otherPlan = { words, amount: 95, currency, period, shown };
  await colleague.call("PATCH", `/admin/plans/${advicePlan?.id}`, otherPlan);
  await page.getByLabel("Amount").fill("80");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const conflictAlert = page.getByRole("alert").filter({ hasText: "Emma Clarke saved this plan at" });
  await conflictAlert.getByText("95 USD / an hour").waitFor();
  expect(await page.getByLabel("Amount").inputValue()).toBe("80");
  await conflictAlert.getByRole("button", { name: "Overwrite with mine" }).click();
  await page.getByText("80 USD / an hour").waitFor();
  await page.getByRole("button", { name: "Hide: Project" }).click();
  await page.getByRole("button", { name: "Show: Project" }).waitFor();
  expect((await fetchPublicPage("/price")).html).not.toContain("A fixed scope for a fixed price.");
});

test("the site shows the facts about the firm that an admin filled in, and nothing else", async () => {
  const { page } = await signIn("emma");
  const emptyFirmHtml = (await fetchPublicPage("/contact")).html;
  expect(emptyFirmHtml).not.toContain("Reply time");
  expect((await fetchPublicPage("/")).html).not.toContain("Who we are");

  await page.goto("/admin/firm");
  await page.getByLabel("Reply time").fill("within one business day");
  await page.getByLabel("Link to a map").fill("maps.example");
  await page.getByRole("textbox", { name: "City" }).fill("Da Nang");
  await page.getByRole("radio", { name: "Tiếng Việt" }).check();
  await page.getByRole("textbox", { name: "City" }).fill("Đà Nẵng");
  await page.getByRole("combobox", { name: "Country" }).selectOption("VN");
  await page.getByRole("button", { name: "Add a person" }).click();
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Emma Clarke");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Enter an address that begins with https://.").waitFor();
  await page.getByLabel("Link to a map").fill("https://maps.example/12");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved by Emma Clarke").waitFor();

  const contact = (await fetchPublicPage("/contact")).html;
  expect(contact).toContain("within one business day");
  expect(contact).toContain("https://maps.example/12");
  expect(contact).not.toContain("Registered name");
  const startPageHtml = (await fetchPublicPage("/vi")).html;
  expect(startPageHtml).toContain("Emma Clarke");
  expect(startPageHtml).toContain("Đà Nẵng, Việt Nam");
  // In the workspace, signed-in people see the same facts about the firm next to the contact form.
  await page.goto("/help/contact");
  await page.getByText("within one business day").waitFor();
});

test("another admin's newer facts about the firm are shown, and overwritten only on purpose", async () => {
  const { page, call } = await signIn("emma");
  type FirmFacts = Record<string, unknown>;
  const fetchFirmFacts = async () => {
    const { updated_at: _, changed_by: __, ...facts } = await call<FirmFacts>("GET", "/admin/firm");
    return facts;
  };
  const cityField = page.getByRole("textbox", { name: "City" });
  const conflictAlert = page.getByRole("alert");
  async function typeConflictingFirmFacts(cityText: string, phone: string): Promise<void> {
    await cityField.fill(cityText);
    await call("PATCH", "/admin/firm", { ...(await fetchFirmFacts()), phone });
    await page.getByRole("button", { name: "Save" }).click();
    await conflictAlert.getByText("What you typed is still here and not saved.").waitFor();
    await conflictAlert.getByText(phone).waitFor();
    expect(await cityField.inputValue()).toBe(cityText);
  }
  await page.goto("/admin/firm");
  await typeConflictingFirmFacts("Hue", "+84 236 111 1111");
  await conflictAlert.getByRole("button", { name: "Overwrite with mine" }).click();
  await conflictAlert.waitFor({ state: "detached" });
  expect(await fetchFirmFacts()).toMatchObject({ city: { en: "Hue" }, phone: "" });

  await typeConflictingFirmFacts("Hanoi", "+84 236 222 2222");
  await conflictAlert.getByRole("button", { name: "Use the other version" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Use the other version" }).click();
  await conflictAlert.waitFor({ state: "detached" });
  expect(await cityField.inputValue()).toBe("Hue");
  expect(await page.getByLabel("Phone number").inputValue()).toBe("+84 236 222 2222");
});
