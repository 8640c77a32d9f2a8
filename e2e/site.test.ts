import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { launchBrowser } from "./browser.ts";
import type { ServerProcess } from "./server.ts";
import { everyPage } from "./site-pages.ts";
import { startSite } from "./site-server.ts";

// The public site as a stranger meets it, with JavaScript switched off unless a test says otherwise.

let site: ServerProcess;
let browser: Browser;

beforeAll(async () => {
  [site, browser] = await Promise.all([startSite(inject("prepared").empty), launchBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await site.remove();
});

async function open<T>(path: string, act: (page: Page) => Promise<T>, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({ javaScriptEnabled: false, locale: "en-GB", ...options });
  try {
    const page = await context.newPage();
    await page.goto(site.address + path);
    return await act(page);
  } finally {
    await context.close();
  }
}

test("a stranger reads, changes the language and keeps it", async () => {
  await open("/", async (page) => {
    expect(await page.locator("h1").textContent()).toContain("We build it.");
    await page.getByRole("banner").getByRole("link", { name: "Tiếng Việt" }).click();
    expect(new URL(page.url()).pathname).toBe("/vi");
    expect(await page.locator("html").getAttribute("lang")).toBe("vi");
    await page.getByRole("banner").getByRole("link", { name: "Blog" }).click();
    expect(new URL(page.url()).pathname).toBe("/vi/blog");
    await page.locator("article h3 a").click();
    expect(new URL(page.url()).pathname).toMatch(/^\/vi\/blog\/[a-z-]+$/);
    await page.getByRole("banner").getByRole("link", { name: "English" }).click();
    expect(await page.locator("html").getAttribute("lang")).toBe("en");
    expect(new URL(page.url()).pathname).toMatch(/^\/blog\/[a-z-]+$/);
    expect(await page.context().cookies()).toEqual([]);
  });
}, 60_000);

test("the menu of a phone opens, leads on and closes without a script", async () => {
  const phone = { viewport: { width: 390, height: 800 } };
  await open(
    "/",
    async (page) => {
      const menu = page.locator("#site-menu");
      expect(await menu.isVisible()).toBe(false);
      await page.getByRole("button", { name: "Menu" }).click();
      expect(await menu.isVisible()).toBe(true);
      await page.keyboard.press("Escape");
      expect(await menu.isVisible()).toBe(false);
      await page.getByRole("button", { name: "Menu" }).click();
      await menu.getByRole("link", { name: "Price" }).click();
      expect(new URL(page.url()).pathname).toBe("/price");
    },
    phone,
  );
}, 60_000);

test("the contact form says at each field what is wrong, keeps what was typed, and delivers", async () => {
  await open("/vi/contact", async (page) => {
    await page.locator("form").evaluate((form) => form.setAttribute("novalidate", ""));
    const fill = async (values: Record<string, string>) => {
      for (const [name, value] of Object.entries(values)) await page.locator(`[name=${name}]`).fill(value);
    };
    const send = () => page.locator("form button[type=submit]").click();
    await fill({
      first_name: "An",
      email: "an@",
      phone: "12",
      country: "Atlantis",
      message: "<b>Xin chào</b>",
    });
    await send();
    expect(await page.locator("[role=alert]").count()).toBe(1);
    const invalid = page.locator("[aria-invalid=true]");
    const names = await invalid.evaluateAll((fields) => fields.map((field) => field.getAttribute("name")));
    expect(names.sort()).toEqual(["country", "email", "last_name", "phone"]);
    for (const field of await invalid.all()) {
      const note = (await field.getAttribute("aria-describedby"))?.split(" ").at(-1) ?? "";
      expect((await page.locator(`[id="${note}"]`).textContent())?.length).toBeGreaterThan(5);
    }
    expect(await page.locator("[name=first_name]").inputValue()).toBe("An");
    expect(await page.locator("[name=message]").inputValue()).toBe("<b>Xin chào</b>");
    await fill({ last_name: "Nguyễn", email: "an@example.com", phone: "0912 345 678", country: "viet nam" });
    // Faster than a person: patience would do, and so does the proof that a script brings.
    await send();
    await page.waitForURL((url) => url.searchParams.has("received") || url.pathname === "/vi/contact");
    if (!page.url().includes("received"))
      expect(await page.locator("[role=alert]").textContent()).toMatch(/hai mươi/);
  });
}, 60_000);

test("a message sent too fast goes through with the proof that the page's own script finds", async () => {
  await open(
    "/contact",
    async (page) => {
      const values = {
        first_name: "Aiko",
        last_name: "Tanaka",
        email: "aiko@example.com",
        phone: "+81 90 1234 5678",
        country: "Japan",
        message: "Three shops, one calendar.",
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
}, 60_000);

test("what moves is there at once for whoever wants no motion", async () => {
  const moving = "document.getAnimations().filter(({ playState }) => playState === 'running').length";
  const scripts = { javaScriptEnabled: true } as const;
  const count = (reducedMotion: "reduce" | "no-preference") =>
    open("/", (page) => page.evaluate<number>(moving), { ...scripts, reducedMotion });
  expect(await count("no-preference")).toBeGreaterThan(0);
  expect(await count("reduce")).toBe(0);
}, 60_000);

test("the terms are printed alone, all ten parts of them", async () => {
  await open("/vi/policy", async (page) => {
    await page.emulateMedia({ media: "print" });
    expect(await page.locator("main h2:visible").count()).toBe(10);
    for (const around of ["navigation", "contentinfo"] as const)
      expect(await page.getByRole(around).filter({ visible: true }).count()).toBe(0);
  });
}, 60_000);

test("a form of a megabyte, and one from another site, are refused with a page's manners", async () => {
  const body = new URLSearchParams({ message: "x".repeat(1_000_000) });
  for (const [path, words] of [
    ["/contact", "Please shorten your message"],
    ["/vi/contact", "Vui lòng rút ngắn tin nhắn"],
  ]) {
    const large = await fetch(site.address + path, { method: "POST", body });
    expect(large.status).toBe(413);
    expect(await large.text()).toContain(words);
  }
  const headers = { origin: "https://elsewhere.example" };
  const foreign = await fetch(`${site.address}/contact`, { method: "POST", body: "a=b", headers });
  expect([403, 415]).toContain(foreign.status);
});

const axeSource = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

test.each(everyPage)(
  "%s is free of what axe knows, in light and dark",
  async (path) => {
    for (const colorScheme of ["light", "dark"] as const) {
      const options = {
        javaScriptEnabled: true,
        colorScheme,
        reducedMotion: "reduce",
        bypassCSP: true,
      } as const;
      const found = await open(
        path,
        async (page) => {
          await page.evaluate(axeSource);
          return page.evaluate(async () => {
            const { axe } = globalThis as unknown as {
              axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
            };
            const { violations } = await axe.run();
            return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
          });
        },
        options,
      );
      expect(found).toEqual([]);
    }
  },
  60_000,
);
