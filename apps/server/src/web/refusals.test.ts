import { expect, test, vi } from "vitest";
import { createRefusalPages } from "./refusals.ts";
import type { RenderContext, RenderPage } from "./visit.ts";

const renderContext: RenderContext = {
  nonce: "secret",
  visitor: { role: "dev", accountType: null, workingLanguage: "vi" },
  language: "vi",
  publicUrl: "http://localhost:3000",
  isFormTooLarge: false,
  refusalStatus: null,
  reportError: () => {},
  call: () => Promise.reject(new Error("Nobody calls")),
};

/**
 * Creates error pages for refused requests. The body of each page contains only the data that the page was rendered
 * with, so that tests can check this data.
 */
function createTestRefusals() {
  const renderTestPage = vi.fn<RenderPage>(async ({ headers }, { refusalStatus, ...otherContextFields }) =>
    Response.json([refusalStatus, headers.get("cookie"), otherContextFields], {
      status: refusalStatus ?? 200,
    }),
  );
  const refusals = createRefusalPages({
    render: renderTestPage,
    styleInliner: { inlineStyles: (html) => html },
    retryAfterSeconds: 1,
  });
  return { render: renderTestPage, page: refusals.refusalPageFor };
}

test("each is rendered once for everybody, whoever asks first, and nothing of them stands in it", async () => {
  const { render, page } = createTestRefusals();
  const errorPages = await Promise.all(
    Array.from({ length: 9 }, () => page(429, "ja", "dark", renderContext)),
  );
  expect(new Set(errorPages).size).toBe(1);
  expect(render).toHaveBeenCalledOnce();
  expect(JSON.parse(String(errorPages[0]?.body))).toEqual([
    429,
    "theme=dark",
    { nonce: "", visitor: null, language: "ja", publicUrl: renderContext.publicUrl, isFormTooLarge: false },
  ]);
  expect(await errorPages[0]?.encoded("br")).toBe(await errorPages[8]?.encoded("br"));
});

test("another status, language or colour is another page", async () => {
  const { render, page } = createTestRefusals();
  await page(429, "en", null, renderContext);
  await page(414, "en", null, renderContext);
  await page(429, "vi", null, renderContext);
  await page(429, "en", "light", renderContext);
  expect(render).toHaveBeenCalledTimes(4);
});

test("one that could not be rendered is tried again", async () => {
  const { render, page } = createTestRefusals();
  render.mockResolvedValueOnce(new Response("Something else failed", { status: 500 }));
  await expect(page(429, "en", null, renderContext)).rejects.toThrow("500");
  expect(await page(429, "en", null, renderContext)).toMatchObject({ status: 429 });
});
