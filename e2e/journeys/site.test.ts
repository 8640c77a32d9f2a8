import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { launchBrowser } from "../browser.ts";
import type { ServerProcess } from "../server.ts";
import { startSite } from "../site-server.ts";

// A stranger uses the public site. JavaScript is disabled unless a test enables it.

let siteServer: ServerProcess;
let browser: Browser;

beforeAll(async () => {
  [siteServer, browser] = await Promise.all([startSite(inject("prepared").empty), launchBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await siteServer.stopAndDeleteData();
});

async function openPage<T>(
  path: string,
  checkPage: (page: Page) => Promise<T>,
  options: BrowserContextOptions = {},
) {
  const context = await browser.newContext({ javaScriptEnabled: false, locale: "en-GB", ...options });
  try {
    const page = await context.newPage();
    await page.goto(siteServer.address + path);
    return await checkPage(page);
  } finally {
    await context.close();
  }
}

test("a visitor changes the language, and it is remembered", async () => {
  await openPage("/", async (page) => {
    expect(await page.locator("h1").textContent()).toContain("We build it.");
    await page.getByRole("banner").getByRole("link", { name: "Tiếng Việt" }).click();
    await page.waitForURL((url) => url.pathname === "/vi");
    expect(await page.locator("html").getAttribute("lang")).toBe("vi");
    await page.getByRole("banner").getByRole("link", { name: "Blog" }).click();
    await page.waitForURL((url) => url.pathname === "/vi/blog");
    await page.locator("article h3 a").click();
    await page.waitForURL((url) => /^\/vi\/blog\/[a-z-]+$/.test(url.pathname));
    await page.getByRole("banner").getByRole("link", { name: "English" }).click();
    await page.waitForURL((url) => /^\/blog\/[a-z-]+$/.test(url.pathname));
    expect(await page.locator("html").getAttribute("lang")).toBe("en");
    expect(await page.context().cookies()).toEqual([]);
  });
});

test("the phone menu opens, navigates and closes without scripts", async () => {
  const phone = { viewport: { width: 390, height: 800 } };
  await openPage(
    "/",
    async (page) => {
      const menu = page.locator("#site-menu");
      expect(await menu.isVisible()).toBe(false);
      await page.getByRole("button", { name: "Menu" }).click();
      await menu.waitFor();
      await page.keyboard.press("Escape");
      await menu.waitFor({ state: "hidden" });
      await page.getByRole("button", { name: "Menu" }).click();
      await menu.getByRole("link", { name: "Price" }).click();
      await page.waitForURL((url) => url.pathname === "/price");
    },
    phone,
  );
});

test("from 600 px on the header shows the consultant and sign-up buttons", async () => {
  for (const width of [600, 820]) {
    await openPage(
      "/",
      async (page) => {
        const header = page.getByRole("banner");
        for (const link of ["a[href*=consultant]", 'a[href="/register"]']) {
          const linkBox = await header.locator(link).filter({ visible: true }).first().boundingBox();
          expect(linkBox?.x).toBeGreaterThanOrEqual(0);
          expect((linkBox?.x ?? 0) + (linkBox?.width ?? Number.NaN)).toBeLessThanOrEqual(width);
        }
      },
      { viewport: { width, height: 800 } },
    );
  }
});

test("the contact form shows errors at each field, keeps what was typed, and sends", async () => {
  await openPage("/vi/contact", async (page) => {
    await page.locator("form").evaluate((form) => form.setAttribute("novalidate", ""));
    const fillForm = async (values: Record<string, string>) => {
      for (const [name, value] of Object.entries(values)) await page.locator(`[name=${name}]`).fill(value);
    };
    const submitForm = () => page.locator("form button[type=submit]").click();
    await fillForm({
      first_name: "An",
      email: "an@",
      phone: "12",
      country: "Atlantis",
      message: "<b>Xin chào</b>",
    });
    await submitForm();
    await page.locator("[role=alert]").waitFor();
    // Without JavaScript, nothing changes the HTML after it has loaded. So the whole response can be checked now.
    await page.waitForLoadState();
    const invalidFields = page.locator("[aria-invalid=true]");
    const names = await invalidFields.evaluateAll((fields) =>
      fields.map((field) => field.getAttribute("name")),
    );
    expect(names.sort()).toEqual(["country", "email", "last_name", "phone"]);
    for (const field of await invalidFields.all()) {
      const errorNoteId = (await field.getAttribute("aria-describedby"))?.split(" ").at(-1) ?? "";
      expect((await page.locator(`[id="${errorNoteId}"]`).textContent())?.length).toBeGreaterThan(5);
    }
    expect(await page.locator("[name=first_name]").inputValue()).toBe("An");
    expect(await page.locator("[name=message]").inputValue()).toBe("<b>Xin chào</b>");
    await fillForm({
      last_name: "Nguyễn",
      email: "an@example.com",
      phone: "0912 345 678",
      country: "viet nam",
    });
    // The test submits the form faster than a person could fill it in. The server accepts such a form only after twenty
    // seconds, or with a proof of work. The proof needs JavaScript.
    const formResponse = page.waitForResponse((response) => response.request().method() === "POST");
    await submitForm();
    if ((await formResponse).status() < 400) await page.waitForURL((url) => url.searchParams.has("received"));
    else await page.locator("[role=alert]", { hasText: "hai mươi" }).waitFor();
  });
});

test("on a phone the first wrong field of the contact form gets the focus, visible with its label", async () => {
  await openPage(
    "/contact",
    async (page) => {
      await page.locator("form").evaluate((form) => form.setAttribute("novalidate", ""));
      await page.locator("form button[type=submit]").click();
      await page.locator("[role=alert]").waitFor();
      await page.locator("[name=first_name]:focus").waitFor();
      await expect
        .poll(async () => {
          const header = await page.getByRole("banner").boundingBox();
          const label = await page.locator("label[for=field-first_name]").boundingBox();
          return (label?.y ?? Number.NaN) - (header?.y ?? 0) - (header?.height ?? Number.NaN);
        })
        .toBeGreaterThanOrEqual(0);
    },
    { viewport: { width: 390, height: 700 } },
  );
});

test("asking for a quotation names the plan in the form, also after an error", async () => {
  await openPage("/price", async (page) => {
    const planItem = page.getByRole("listitem").filter({ has: page.getByRole("heading", { level: 2 }) });
    const title = (await planItem.nth(1).getByRole("heading", { level: 2 }).textContent()) ?? "";
    await planItem.nth(1).getByRole("link").click();
    await page.waitForURL("**/contact?topic=consultant&plan=*");
    expect(await page.locator("form").textContent()).toContain(title);
    expect(await page.locator("[name=plan]").inputValue()).toBe(title);
    await page.locator("form").evaluate((form) => form.setAttribute("novalidate", ""));
    await page.locator("form button[type=submit]").click();
    await page.locator("[role=alert]").waitFor();
    expect(await page.locator("[name=plan]").inputValue()).toBe(title);
  });
});

test("a message full of links is sent with the proof of work that the page's script computes", async () => {
  await openPage(
    "/contact",
    async (page) => {
      const values = {
        first_name: "Aiko",
        last_name: "Tanaka",
        email: "aiko@example.com",
        phone: "+81 90 1234 5678",
        country: "Japan",
        // The server treats a text with many links as spam, even if the sender took long to write it.
        message: `Three shops, one calendar. ${"https://shop.example ".repeat(9)}`,
      };
      for (const [name, value] of Object.entries(values)) await page.locator(`[name=${name}]`).fill(value);
      await page.locator("form button[type=submit]").click();
      await page.locator("[role=alert]").waitFor();
      await page.locator('[name=proof]:not([value=""])').waitFor({ state: "attached" });
      await page.locator("form button[type=submit]").click();
      await page.waitForURL("**/contact?received");
      expect(await page.locator("h1").textContent()).toContain("arrived");
    },
    { javaScriptEnabled: true },
  );
});

test("the start page shows the product itself, in the reader's language and colours", async () => {
  for (const [path, colorScheme, file] of [
    ["/", "dark", "dark-en"],
    ["/vi", "light", "light-vi"],
  ] as const)
    await openPage(
      path,
      async (page) => {
        // In the narrowest window that shows the full menu, the last button of the header must fit.
        await page.setViewportSize({ width: 1240, height: 800 });
        const button = await page.getByRole("banner").locator("a[href*=consultant]").first().boundingBox();
        expect((button?.x ?? 0) + (button?.width ?? 0)).toBeLessThanOrEqual(1240 - 24);
        const pictures = page.locator("main figure img");
        await pictures.last().scrollIntoViewIfNeeded();
        await expect
          .poll(() =>
            pictures.evaluateAll((images) => images.map((img) => (img as HTMLImageElement).naturalWidth)),
          )
          .toEqual([1512, 585]);
        const pictureSizes = await pictures.evaluateAll((images) =>
          images.map((img) => ({
            file: (img as HTMLImageElement).currentSrc,
            alt: (img as HTMLImageElement).alt,
          })),
        );
        for (const picture of pictureSizes) {
          expect(picture.file).toContain(file);
          expect(picture.alt.length).toBeGreaterThan(15);
        }
      },
      { colorScheme },
    );
});

test("only the terms are printed, all ten parts", async () => {
  await openPage("/vi/policy", async (page) => {
    await page.emulateMedia({ media: "print" });
    expect(await page.locator("main h2:visible").count()).toBe(10);
    for (const role of ["navigation", "contentinfo"] as const)
      expect(await page.getByRole(role).filter({ visible: true }).count()).toBe(0);
  });
});

test("a form of a megabyte, and one from another site, are refused with an error page", async () => {
  const body = new URLSearchParams({ message: "x".repeat(1_000_000) });
  for (const [path, expectedText] of [
    ["/contact", "Please shorten your message"],
    ["/vi/contact", "Vui lòng rút ngắn tin nhắn"],
  ]) {
    const oversizedPostResponse = await fetch(siteServer.address + path, { method: "POST", body });
    expect(oversizedPostResponse.status).toBe(413);
    expect(await oversizedPostResponse.text()).toContain(expectedText);
  }
  const headers = { origin: "https://elsewhere.example" };
  const crossSitePostResponse = await fetch(`${siteServer.address}/contact`, {
    method: "POST",
    body: "a=b",
    headers,
  });
  expect([403, 415]).toContain(crossSitePostResponse.status);
});
