import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type ComponentProps, createElement as make } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { getServerI18n } from "../../i18n/server.ts";
import { TranslationProvider } from "../../i18n/use-translation.tsx";
import { ApiError } from "../api-error.ts";
import { LoadedContent, LoadMoreButton } from "./loaded.tsx";
import { MantineComponents } from "./mantine.tsx";

const offlineError = new ApiError(0, "NETWORK", "");
const notFoundError = new ApiError(404, "NOT_FOUND", "");
type ListProps = ComponentProps<typeof LoadedContent<string[]>>;
type ListState = Partial<ListProps["query"]>;

const renderPage = (content: ReturnType<typeof make>, language: "en" | "vi" | "ja" = "en") =>
  renderToStaticMarkup(
    make(TranslationProvider, { i18n: getServerI18n(language) }, make(MantineComponents, null, content)),
  );

/** Renders a list of names. `state` is the state of its query. */
function renderList(
  state: ListState,
  extraProps: Partial<ListProps> = {},
  language?: "en" | "vi" | "ja",
): string {
  const query = { data: undefined, error: null, refetch: () => undefined, ...state };
  const children = (names: string[]) => `${names.length} names: ${names.join()}`;
  return renderPage(make(LoadedContent<string[]>, { query, children, ...extraProps }), language);
}

const staleDataNotes = {
  en: "This could not be refreshed and may be out of date.",
  vi: "Chưa cập nhật được, nội dung có thể đã cũ.",
  ja: "最新の内容に更新できませんでした。",
} as const;

test("a skeleton is shown before the answer, and a failure shows its reason and a retry button", () => {
  expect(renderList({})).toContain('aria-label="Loading…"');
  expect(renderList({}, { rows: 0 })).not.toContain("Loading");
  const failedHtml = renderList({ error: offlineError });
  expect(failedHtml).toContain("No connection to the server.");
  expect(failedHtml).toContain("Try again");
  expect(failedHtml).not.toContain(staleDataNotes.en);
});

test.each(["en", "vi", "ja"] as const)(
  "shown data stays after a failed refetch, with a note in %s",
  (language) => {
    const html = renderList({ data: ["An", "Mai"], error: offlineError }, {}, language);
    expect(html).toContain("2 names: An,Mai");
    expect(html).toContain(staleDataNotes[language]);
    expect(html).not.toContain('role="alert"');
    expect(renderList({ data: ["An", "Mai"] }, {}, language)).not.toContain(staleDataNotes[language]);
  },
);

test("content waits for what stands above it, but not for a query that failed, is switched off or retries", () => {
  const renderWithOtherQuery = (
    isLoading: boolean,
    failureCount: number,
    state: ListState = { data: ["An"] },
  ) => renderList(state, { queriesToAwait: [{ isLoading, failureCount }] });
  expect(renderWithOtherQuery(true, 0)).toContain("Loading…");
  expect(renderWithOtherQuery(true, 0)).not.toContain("An");
  expect(renderWithOtherQuery(false, 0)).toContain("1 names: An");
  expect(renderWithOtherQuery(true, 1)).toContain("1 names: An");
  expect(renderWithOtherQuery(false, 3)).toContain("1 names: An");
  expect(renderWithOtherQuery(true, 0, { error: offlineError })).toContain("Try again");
});

test("an empty list shows its text, also after a failed refetch", () => {
  const emptyText = "Nobody yet";
  expect(renderList({ data: [] }, { emptyState: emptyText })).toContain(emptyText);
  expect(renderList({ data: [], error: offlineError }, { emptyState: emptyText })).toMatch(
    /may be out of date.*Nobody yet/,
  );
  expect(renderList({ data: ["An"] }, { emptyState: emptyText })).not.toContain(emptyText);
});

test("what does not exist, or no longer does, is no failure", () => {
  const missingText = "No such list";
  expect(renderList({ error: notFoundError }, { missingState: missingText })).toContain(missingText);
  expect(renderList({ data: ["An"], error: notFoundError }, { missingState: missingText })).not.toContain(
    "An",
  );
  expect(renderList({ error: offlineError }, { missingState: missingText })).not.toContain(missingText);
});

test("a next page that fails shows its error and a retry button below the list only", () => {
  expect(renderList({ data: ["An"], error: offlineError, isFetchNextPageError: true })).not.toContain(
    staleDataNotes.en,
  );
  const renderLoadMore = (state: object) => {
    const query = { error: null, hasNextPage: true, isFetchingNextPage: false, isFetchNextPageError: false };
    return renderPage(
      make(LoadMoreButton, { query: { ...query, fetchNextPage: () => undefined, ...state } }),
    );
  };
  expect(renderLoadMore({})).toContain("Show more");
  const failedHtml = renderLoadMore({ error: offlineError, isFetchNextPageError: true });
  expect(failedHtml).toContain("No connection to the server.");
  expect(failedHtml).toContain("Try again");
  expect(renderLoadMore({ hasNextPage: false })).not.toContain("button");
});

const appFolder = join(import.meta.dirname, "../..");
/** Finds components that check a query's state themselves instead of using `Loaded`. */
const ownCheckPattern =
  /<FailedState|\bis(?:Error|Loading|RefetchError)\b|isPending[^:]*\} = use(?:Infinite)?Query\(/;
const nextPageCheckPattern = /\bisFetchNextPageError\b|<Button[^>]*fetchNextPage/;
const reasonsForOwnChecks: Readonly<Record<string, string>> = {
  "features/bots/broadcast-count.tsx": "one line of a form, which says each state in its own words",
  "features/messages/load-failed.tsx": "a room's messages are no query, and wait for a connection",
  "features/stories/replay-pane.tsx": "is told that the steps are still being computed",
  "features/stories/replay.tsx": "shows the canvas of several queries, and of the one that failed",
  "routes/account/email-change.tsx": "its route has asked",
  "routes/account/register-confirm.tsx": "its route has asked",
  "routes/site/test-lists.tsx": "shows the piece itself",
};

test("every screen shows the states of its queries through Loaded", () => {
  const screenFiles = readdirSync(appFolder, { recursive: true, encoding: "utf8" }).filter(
    (path) => path.endsWith(".tsx") && !path.startsWith("kit/"),
  );
  expect(screenFiles.length).toBeGreaterThan(100);
  const filesWithOwnChecks = screenFiles.filter((path) => {
    const code = readFileSync(join(appFolder, path), "utf8");
    return ownCheckPattern.test(code) || nextPageCheckPattern.test(code);
  });
  expect(filesWithOwnChecks.sort()).toEqual(Object.keys(reasonsForOwnChecks).sort());
});
