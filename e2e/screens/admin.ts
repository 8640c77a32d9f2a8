import type { Page } from "playwright-core";
import { respondWithDeskRows } from "./desk-rows.ts";
import { type AppScreen, createFixedPath } from "./screen.ts";

/** Matches the rows of a list: table rows on a wide screen, cards on a narrow one. */
const rowSelector = ":is(tbody tr, li)";

/**
 * Opens the first blog post and makes its front matter invalid, so that the editor shows the error. Does nothing if the
 * screen is too narrow for the editor.
 */
async function showPostError(page: Page, tab: string): Promise<void> {
  await page.locator(`main ${rowSelector} a[href^="/admin/posts/"]`).first().click();
  await page.locator("[role=tab]").first().waitFor();
  const tabButton = page.locator(`[data-tab=${tab}]`);
  if (await tabButton.isVisible()) await tabButton.click();
  if (tab === "vi") await page.locator("textarea").fill("---\ntitel: x\n---\n");
  const preview = page.locator("main section[tabindex] > *").first();
  if (await page.locator("main section[tabindex]").isVisible()) await preview.waitFor();
}

/** Sends a message with the public contact form. */
async function sendContactMessage(page: Page): Promise<void> {
  await page.request.post("/api/contact", {
    data: {
      first_name: "An",
      last_name: "Nguyễn",
      phone: "0912 345 678",
      email: "an@shop.example",
      country: "VN",
      language: "vi",
      topic: "consultant",
      message: "Chúng tôi có ba cửa hàng và muốn nhận lịch hẹn trực tuyến.\nXin tư vấn giúp cách bắt đầu.",
    },
  });
}

/**
 * Opens the first person in the admins' list of people. With `isWaiting`, changes the API responses so that the person
 * waits for an admin's decision. All responses must be changed, because the page loads the person several times.
 */
async function openPerson(page: Page, isWaiting: boolean): Promise<void> {
  const person = "**/api/admin/users/*";
  await page.unroute(person);
  if (isWaiting)
    await page.route(person, async (route) => {
      const response = await route.fetch();
      const { data } = await response.json();
      data.account.status = data.profile.status = "WAITING";
      await route.fulfill({ response, json: { data } });
    });
  await page.locator(`main ${rowSelector} button`).first().click();
  await page.locator("[role=dialog] [data-decision]").first().waitFor();
}

/** The screens of the admin pages, and of the list of blog posts. */
export const adminScreens: readonly AppScreen[] = [
  {
    name: "home-admin",
    viewer: "admin",
    path: createFixedPath("/home"),
    readySelector: 'main a[href^="/admin/contacts"]',
    before: async (page) => {
      const data = { activations: 2, contacts: 3, mails: 1 };
      await page.route("**/api/admin/waiting", (route) => route.fulfill({ json: { data } }));
    },
  },
  ...["users", "categories", "currencies", "pages"].map(
    (section): AppScreen => ({
      name: `admin-${section}`,
      viewer: "admin",
      path: createFixedPath(`/admin/${section}`),
      readySelector: `main ${rowSelector}`,
    }),
  ),
  ...(["activations", "audit", "mails"] as const).map(
    (list): AppScreen => ({
      name: `admin-${list}`,
      viewer: "admin",
      path: createFixedPath(`/admin/${list}`),
      readySelector: `main ${rowSelector}`,
      before: respondWithDeskRows(list),
    }),
  ),
  {
    name: "admin-person",
    viewer: "admin",
    path: createFixedPath("/admin/users?search=an@"),
    readySelector: `main ${rowSelector} button`,
    prepare: async (page) => {
      await openPerson(page, true);
      await page.locator("[data-decision=refuse]").click();
      await page.locator("[role=dialog] form [data-decision=refuse]").click();
      await page.locator("[role=dialog] [aria-invalid=true]").waitFor();
    },
  },
  {
    name: "admin-decision",
    viewer: "admin",
    path: createFixedPath("/admin/users?search=an@"),
    readySelector: `main ${rowSelector} button`,
    prepare: (page) => openPerson(page, true),
  },
  {
    name: "admin-block",
    viewer: "admin",
    path: createFixedPath("/admin/users?search=an@"),
    readySelector: `main ${rowSelector} button`,
    prepare: async (page) => {
      await openPerson(page, false);
      await page.locator("[data-decision=block]").click();
      await page.fill("[role=dialog] textarea", "迷惑行為 / spam");
    },
  },
  {
    name: "admin-category-edit",
    viewer: "admin",
    path: createFixedPath("/admin/categories"),
    readySelector: "main li",
    prepare: async (page) => {
      await page.locator("main li").nth(1).locator("button").nth(1).click();
      await page.locator("main form input").first().fill("");
      await page.locator("main form button[type=submit]").click();
      await page.locator("main form [aria-invalid=true]").first().waitFor();
    },
  },
  {
    name: "admin-close-registration",
    viewer: "admin",
    path: createFixedPath("/admin/pages"),
    readySelector: "main input[type=checkbox]",
    prepare: async (page) => {
      await page.locator("main input[type=checkbox]").first().click();
      await page.locator("[role=dialog] button").first().waitFor();
    },
  },
  {
    name: "admin-requests-empty",
    viewer: "admin",
    path: createFixedPath("/admin/activations"),
    readySelector: "main p",
  },
  { name: "posts-signed-out", viewer: "guest", path: createFixedPath("/blog/select"), readySelector: "h1" },
  {
    name: "posts-select",
    viewer: "admin",
    path: createFixedPath("/blog/select"),
    readySelector: `main ${rowSelector}`,
  },
  {
    name: "posts-not-writer",
    viewer: "member",
    path: createFixedPath("/blog/select"),
    readySelector: "main",
  },
  {
    name: "admin-posts",
    viewer: "admin",
    path: createFixedPath("/admin/posts"),
    readySelector: `main ${rowSelector}`,
  },
  {
    name: "post-new",
    viewer: "admin",
    path: createFixedPath("/admin/posts/new"),
    readySelector: "main textarea",
  },
  ...(["en", "vi", "both", "preview", "details"] as const).map((tab) => ({
    name: `post-edit-${tab}`,
    viewer: "admin" as const,
    path: createFixedPath("/admin/posts"),
    readySelector: `main ${rowSelector} a[href^="/admin/posts/"]`,
    prepare: (page: Page) => showPostError(page, tab),
  })),
  {
    name: "post-picture",
    viewer: "admin",
    path: createFixedPath("/admin/posts/new"),
    readySelector: "main textarea",
    prepare: async (page) => {
      await page.locator("[role=toolbar] button").last().click();
      await page.locator("[role=dialog] button[type=submit]").click();
      await page.locator("[role=dialog] [role=alert]").first().waitFor();
    },
  },
  {
    name: "admin-contacts",
    viewer: "admin",
    path: createFixedPath("/admin/contacts"),
    readySelector: `main ${rowSelector}`,
    before: sendContactMessage,
  },
  {
    name: "contact-message",
    viewer: "admin",
    path: createFixedPath("/admin/contacts"),
    readySelector: `main ${rowSelector} a[href^="/admin/contacts/"]`,
    before: sendContactMessage,
    isFullPage: true,
    prepare: async (page) => {
      await page.locator(`main ${rowSelector} a[href^="/admin/contacts/"]`).first().click();
      await page.locator("main textarea").waitFor();
    },
  },
  {
    name: "admin-plans",
    viewer: "admin",
    path: createFixedPath("/admin/plans"),
    readySelector: "main ol li",
  },
  {
    name: "plan-form",
    viewer: "admin",
    path: createFixedPath("/admin/plans"),
    readySelector: "main ol li",
    prepare: async (page) => {
      await page.locator("main ol li button").nth(2).click();
      await page.locator("[role=dialog] input").first().fill("");
      await page.locator("[role=dialog] button[type=submit]").click();
      await page.locator("[role=dialog] [aria-invalid=true]").first().waitFor();
    },
  },
  {
    name: "contact-missing",
    viewer: "admin",
    path: createFixedPath("/admin/contacts/00000000-0000-7000-8000-000000000000"),
    readySelector: "main p",
  },
];
