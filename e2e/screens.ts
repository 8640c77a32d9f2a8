import type { Page } from "playwright-core";

export type Language = "en" | "vi" | "ja";

/** One screen of the product and the way to it. */
export interface Screen {
  readonly name: string;
  /** Who looks at it: nobody in particular, the demo person of that language, or the admin in that language. */
  readonly as: "guest" | "member" | "admin";
  /** The address; null where the screen does not exist in that language. */
  readonly path: (language: Language) => string | null;
  /** What has to be there before the picture is taken. */
  readonly ready: string;
  readonly act?: (page: Page) => Promise<void>;
  /** What has to have happened before the page is opened. */
  readonly before?: (page: Page) => Promise<void>;
  /** The whole page instead of the window. */
  readonly whole?: boolean;
}

/** The public site speaks English and Vietnamese. */
const onSite = (path: string) => (language: Language) =>
  ({ en: path, vi: path === "/" ? "/vi" : `/vi${path}`, ja: null })[language];

const always = (path: string) => () => path;

async function openConversation(page: Page): Promise<void> {
  await page.locator('nav ~ * a[href^="/chat/"]').first().click();
  await page.locator("article").last().waitFor();
}

/** Opens the first post with its front matter spoilt, so that what is wrong is shown; what a width lacks is skipped. */
async function editPost(page: Page, tab: string): Promise<void> {
  await page.locator('main td a[href^="/admin/posts/"]').first().click();
  await page.locator("[role=tab]").first().waitFor();
  const wanted = page.locator(`[data-tab=${tab}]`);
  if (await wanted.isVisible()) await wanted.click();
  if (tab === "vi") await page.locator("textarea").fill("---\ntitel: x\n---\n");
  const preview = page.locator("main section[tabindex] > *").first();
  if (await page.locator("main section[tabindex]").isVisible()) await preview.waitFor();
}

/** Somebody writes through the contact form, so that there is a message to look at. */
async function writeToFirm(page: Page): Promise<void> {
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

/** The person's own menu is the last button of the rail. */
const openMenu = (page: Page) => page.locator("nav button").last().click();

export const screens: readonly Screen[] = [
  ...[
    ["site", "/"],
    ["site-service", "/service"],
    ["site-price", "/price"],
    ["site-blog", "/blog"],
    ["site-post", "/blog/keeping-a-glossary"],
    ["site-contact", "/contact"],
    ["site-contact-received", "/contact?received"],
    ["site-policy", "/policy"],
    ["site-cookies", "/cookies"],
  ].map(([name = "", path = ""]) => ({
    name,
    as: "guest" as const,
    path: onSite(path),
    ready: "h1",
    whole: true,
  })),
  { name: "login", as: "guest", path: always("/login"), ready: "form button:enabled" },
  {
    name: "login-refused",
    as: "guest",
    path: always("/login"),
    ready: "form button:enabled",
    act: async (page) => {
      await page.fill("input[name=email]", "aiko@");
      await page.locator("form button[type=submit]").click();
      await page.locator("[aria-invalid=true]").first().waitFor();
    },
  },
  { name: "register", as: "guest", path: always("/register"), ready: "form button:enabled", whole: true },
  { name: "register-confirm", as: "guest", path: always("/register/confirm?token=spent"), ready: "h1" },
  { name: "home-signed-out", as: "guest", path: always("/home"), ready: "h1" },
  { name: "not-found", as: "guest", path: always("/nowhere/to/be/found"), ready: "h1" },
  { name: "posts-signed-out", as: "guest", path: always("/blog/select"), ready: "h1" },
  { name: "style-guide", as: "guest", path: always("/test"), ready: "h1", whole: true },
  { name: "closed", as: "guest", path: onSite("/?notice=closed"), ready: "[role=status]" },
  { name: "role-settled", as: "member", path: always("/role"), ready: "form fieldset" },
  { name: "settings", as: "member", path: always("/settings"), ready: "main section", whole: true },
  { name: "home", as: "member", path: always("/home"), ready: "main time" },
  { name: "files", as: "member", path: always("/files"), ready: "main nav" },
  { name: "drive", as: "member", path: always("/drive?type=images"), ready: "main nav" },
  {
    name: "search",
    as: "member",
    path: (language) => `/search?q=${encodeURIComponent({ en: "the", vi: "du an", ja: "予約" }[language])}`,
    ready: "main mark",
  },
  { name: "search-nothing", as: "member", path: always("/search?q=zzzqqq"), ready: "[role=status] p" },
  {
    name: "go-anywhere",
    as: "member",
    path: always("/home"),
    ready: "main time",
    act: async (page) => {
      await page.keyboard.press("Control+k");
      await page.locator("[role=option]").first().waitFor();
    },
  },
  { name: "chat", as: "member", path: always("/chat"), ready: 'a[href^="/chat/"]' },
  {
    name: "conversation",
    as: "member",
    path: always("/chat"),
    ready: 'a[href^="/chat/"]',
    act: openConversation,
  },
  {
    name: "conversation-details",
    as: "member",
    path: always("/chat"),
    ready: 'a[href^="/chat/"]',
    act: async (page) => {
      await openConversation(page);
      await page.locator("header button[aria-pressed]").click();
      await page.locator("#details li").first().waitFor();
    },
  },
  {
    name: "conversation-missing",
    as: "member",
    path: always("/chat/00000000-0000-7000-8000-000000000000"),
    ready: 'main a[href="/chat"]',
  },
  {
    name: "start-conversation",
    as: "member",
    path: always("/chat"),
    ready: 'a[href^="/chat/"]',
    act: async (page) => {
      await page.locator("section header button").first().click();
      await page.locator("[data-person]").first().waitFor();
    },
  },
  { name: "posts-select", as: "admin", path: always("/blog/select"), ready: "main table" },
  { name: "posts-not-writer", as: "member", path: always("/blog/select"), ready: "main" },
  { name: "admin-posts", as: "admin", path: always("/admin/posts"), ready: "main table" },
  { name: "post-new", as: "admin", path: always("/admin/posts/new"), ready: "main textarea" },
  ...(["en", "vi", "both", "preview", "details"] as const).map((tab) => ({
    name: `post-edit-${tab}`,
    as: "admin" as const,
    path: always("/admin/posts"),
    ready: 'main td a[href^="/admin/posts/"]',
    act: (page: Page) => editPost(page, tab),
  })),
  {
    name: "post-picture",
    as: "admin",
    path: always("/admin/posts/new"),
    ready: "main textarea",
    act: async (page) => {
      await page.locator("[role=toolbar] button").last().click();
      await page.locator("[role=dialog] button[type=submit]").click();
      await page.locator("[role=dialog] [role=alert]").first().waitFor();
    },
  },
  {
    name: "admin-contacts",
    as: "admin",
    path: always("/admin/contacts"),
    ready: "main table",
    before: writeToFirm,
  },
  {
    name: "contact-message",
    as: "admin",
    path: always("/admin/contacts"),
    ready: 'main td a[href^="/admin/contacts/"]',
    before: writeToFirm,
    whole: true,
    act: async (page) => {
      await page.locator('main td a[href^="/admin/contacts/"]').first().click();
      await page.locator("main textarea").waitFor();
    },
  },
  { name: "admin-plans", as: "admin", path: always("/admin/plans"), ready: "main ol li" },
  {
    name: "plan-form",
    as: "admin",
    path: always("/admin/plans"),
    ready: "main ol li",
    act: async (page) => {
      await page.locator("main ol li button").nth(3).click();
      await page.locator("[role=dialog] input").first().fill("");
      await page.locator("[role=dialog] button[type=submit]").click();
      await page.locator("[role=dialog] [role=alert]").first().waitFor();
    },
  },
  {
    name: "contact-missing",
    as: "admin",
    path: always("/admin/contacts/00000000-0000-7000-8000-000000000000"),
    ready: "main p",
  },
  {
    name: "account-menu",
    as: "member",
    path: always("/home"),
    ready: "main time",
    act: async (page) => {
      await openMenu(page);
      await page.locator("[role=menu]").waitFor();
    },
  },
  {
    name: "sign-out-question",
    as: "member",
    path: always("/home"),
    ready: "main time",
    act: async (page) => {
      await openMenu(page);
      await page.locator("[role=menuitem]").last().click();
      await page.locator("[role=dialog] button").first().waitFor();
    },
  },
];
