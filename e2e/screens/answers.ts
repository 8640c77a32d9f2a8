import type { StoredFile } from "@kakehashi/contract/files";
import type { Message } from "@kakehashi/contract/messages";
import type { Page } from "playwright-core";

// The functions below change API responses in the browser, for one screenshot. The server's data stays as it is.

export const messagesPath = /\/api\/conversations\/[\w-]+\/messages(\?.*)?$/;
export const conversationsPath = /\/api\/conversations\?/;

/** Lets requests to this path wait forever, so that the page shows its loading state. */
export const leaveRequestUnanswered = (path: string | RegExp) => async (page: Page) => {
  await page.route(path, () => {});
};

/** Replaces an API response with a list of these items. The server does not get the request. */
export const respondWithList =
  (path: string | RegExp, data: readonly object[] = []) =>
  async (page: Page) => {
    const meta = { page: 1, paging: 20, total: data.length, has_more: false };
    await page.route(path, (route) => route.fulfill({ json: { data, meta } }));
  };

/** Changes an API response before the page gets it. */
export const changeApiResponse =
  <T>(path: string | RegExp, change: (data: T) => unknown) =>
  async (page: Page) => {
    await page.route(path, async (route) => {
      if (route.request().method() !== "GET") return route.fallback();
      const response = await route.fetch();
      const json = await response.json();
      await route.fulfill({ response, json: { ...json, data: change(json.data) } });
    });
  };

/** Changes the newest message of the conversation in API responses. */
export const changeNewestMessage = (change: (newest: Message) => Partial<Message>) =>
  changeApiResponse<Message[]>(messagesPath, (messages) =>
    messages.map((message, index) =>
      index === messages.length - 1 ? { ...message, ...change(message) } : message,
    ),
  );

const createTestId = (number: number) => `00000000-0000-7000-9000-${String(number).padStart(12, "0")}`;

const pictureSizes = [
  [1600, 1000],
  [900, 1200],
  [1200, 1200],
] as const;

/** API descriptions of invented files: three pictures of different shapes, and two other files. */
export const storedFiles: readonly StoredFile[] = [
  ...pictureSizes.map(([width, height], index) => ({
    id: createTestId(index),
    name: ["予約画面 トップ.png", "màn hình chọn giờ.png", "logo.png"][index] ?? "",
    type: "image/png",
    category: "image" as const,
    size: 184_320 * (index + 1),
    width,
    height,
  })),
  {
    id: createTestId(3),
    name: "議事録 2026-11 店舗ごとの営業時間と年末年始の休業日について（第三版・確認済み）.pdf",
    type: "application/pdf",
    category: "application",
    size: 2_411_724,
    width: null,
    height: null,
  },
  {
    id: createTestId(4),
    name: "wireframes.zip",
    type: "application/zip",
    category: "application",
    size: 18_874_368,
    width: null,
    height: null,
  },
];

const pictureColours = ["#3D4EAC", "#1E8E6A", "#E2472F"];

/** Serves generated images as the contents of the invented picture files. */
export async function serveDrawnPictures(page: Page): Promise<void> {
  for (const [index, [width, height]] of pictureSizes.entries()) {
    const body = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${pictureColours[index]}"/><circle cx="50%" cy="45%" r="200" fill="#FBFAF7"/><path d="M0 ${height} L${width / 2} ${height / 2} L${width} ${height}Z" fill="#171A2B" opacity=".6"/></svg>`;
    await page.route(`**/api/files/${createTestId(index)}/**`, (route) =>
      route.fulfill({ contentType: "image/svg+xml", body }),
    );
  }
}
