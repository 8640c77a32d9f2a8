import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type ComponentProps, createElement as make } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import { expect, test } from "vitest";
import { serverTexts } from "../../i18n/server.ts";
import { ApiError } from "../api-error.ts";
import { Loaded, LoadMore } from "./loaded.tsx";
import { Components } from "./mantine.tsx";

const away = new ApiError(0, "NETWORK", "");
const gone = new ApiError(404, "NOT_FOUND", "");
type ListProps = ComponentProps<typeof Loaded<string[]>>;
type State = Partial<ListProps["query"]>;

const page = (content: ReturnType<typeof make>, language: "en" | "vi" | "ja" = "en") =>
  renderToStaticMarkup(
    make(I18nextProvider, { i18n: serverTexts(language) }, make(Components, null, content)),
  );

/** Renders a list of names with a query in this state. */
function list(state: State, more: Partial<ListProps> = {}, language?: "en" | "vi" | "ja"): string {
  const query = { data: undefined, error: null, refetch: () => undefined, ...state };
  const children = (names: string[]) => `${names.length} names: ${names.join()}`;
  return page(make(Loaded<string[]>, { query, children, ...more }), language);
}

const old = {
  en: "This could not be refreshed and may be out of date.",
  vi: "Chưa cập nhật được, nội dung có thể đã cũ.",
  ja: "最新の内容に更新できませんでした。",
} as const;

test("before an answer there are bones, and where nothing can be had the reason and a way to try again", () => {
  expect(list({})).toContain('aria-label="Loading…"');
  expect(list({}, { rows: 0 })).not.toContain("Loading");
  const failed = list({ error: away });
  expect(failed).toContain("No connection to the server.");
  expect(failed).toContain("Try again");
  expect(failed).not.toContain(old.en);
});

test.each(["en", "vi", "ja"] as const)(
  "what is shown stays where asking again fails, and says so in %s",
  (language) => {
    const shown = list({ data: ["An", "Mai"], error: away }, {}, language);
    expect(shown).toContain("2 names: An,Mai");
    expect(shown).toContain(old[language]);
    expect(shown).not.toContain('role="alert"');
    expect(list({ data: ["An", "Mai"] }, {}, language)).not.toContain(old[language]);
  },
);

test("an empty list says what it is for, also where asking again fails", () => {
  const empty = "Nobody yet";
  expect(list({ data: [] }, { empty })).toContain(empty);
  expect(list({ data: [], error: away }, { empty })).toMatch(/may be out of date.*Nobody yet/);
  expect(list({ data: ["An"] }, { empty })).not.toContain(empty);
});

test("what does not exist, or no longer does, is no failure", () => {
  const missing = "No such list";
  expect(list({ error: gone }, { missing })).toContain(missing);
  expect(list({ data: ["An"], error: gone }, { missing })).not.toContain("An");
  expect(list({ error: away }, { missing })).not.toContain(missing);
});

test("a next page that fails is told below the list, with a way to try again, and not above it", () => {
  expect(list({ data: ["An"], error: away, isFetchNextPageError: true })).not.toContain(old.en);
  const more = (state: object) => {
    const query = { error: null, hasNextPage: true, isFetchingNextPage: false, isFetchNextPageError: false };
    return page(make(LoadMore, { query: { ...query, fetchNextPage: () => undefined, ...state } }));
  };
  expect(more({})).toContain("Show more");
  const failed = more({ error: away, isFetchNextPageError: true });
  expect(failed).toContain("No connection to the server.");
  expect(failed).toContain("Try again");
  expect(more({ hasNextPage: false })).not.toContain("button");
});

const app = join(import.meta.dirname, "../..");
/** Code that checks a query's state by hand. */
const byHand = /<FailedState|\bis(?:Error|Loading|RefetchError)\b|isPending[^:]*\} = use(?:Infinite)?Query\(/;
const nextByHand = /\bisFetchNextPageError\b|<Button[^>]*fetchNextPage/;
const reasons: Readonly<Record<string, string>> = {
  "features/messages/chat-view.tsx": "a room's messages are no query, and wait for a connection",
  "routes/account/email-change.tsx": "its route has asked",
  "routes/account/register-confirm.tsx": "its route has asked",
  "routes/site/test-lists.tsx": "shows the piece itself",
};

test("every screen shows the states of its queries through the one piece made for them", () => {
  const screens = readdirSync(app, { recursive: true, encoding: "utf8" }).filter(
    (path) => path.endsWith(".tsx") && !path.startsWith("kit/"),
  );
  expect(screens.length).toBeGreaterThan(100);
  const found = screens.filter((path) => {
    const code = readFileSync(join(app, path), "utf8");
    return byHand.test(code) || nextByHand.test(code);
  });
  expect(found.sort()).toEqual(Object.keys(reasons).sort());
});
