import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createElement as make } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import en from "../../i18n/en/browser.ts";
import styleguide from "../../i18n/en/styleguide.ts";
import table from "../../i18n/en/table.ts";
import { createI18nInstance } from "../../i18n/instance.ts";
import { TranslationProvider } from "../../i18n/use-translation.tsx";
import StyleGuide from "./test.tsx";

const appFolder = join(import.meta.dirname, "../..");
const testTexts = createI18nInstance("en", { ...en, styleguide, table });
const memoryRouter = createMemoryRouter([{ path: "/", Component: StyleGuide }]);
const pageHtml = renderToStaticMarkup(
  make(TranslationProvider, { i18n: testTexts }, make(RouterProvider, { router: memoryRouter })),
);
/** The HTML content of each section of the style guide, by its heading. */
const sectionsByTitle = new Map(
  [...pageHtml.matchAll(/<h2[^>]*>([^<]+)<\/h2>(.*?)<\/section>/gs)].map(([, title = "", content = ""]) => [
    title,
    content,
  ]),
);

test.each([
  ["Colours", "--ground"],
  ["Type", styleguide.typeHeading],
  ["Buttons", styleguide.danger],
  ["Buttons", styleguide.link],
  ["Fields", styleguide.error],
  ["Fields", styleguide.moment],
  ["Fields", "datetime-local"],
  ["Fields", "checkbox"],
  ["Fields", 'role="combobox"'],
  ["A form", "Tiếng Việt"],
  ["A list in order", "Move: 日本語"],
  ["Tabs", 'role="tab"'],
  ["Tabs", styleguide.linkTabs],
  ["Dialogs, menus and toasts", styleguide.openSheet],
  ["Dialogs, menus and toasts", styleguide.openDialog],
  ["Dialogs, menus and toasts", styleguide.openPopover],
  ["People", "田中 愛子"],
  ["Translation states", "Machine translated"],
  ["Badges, counts and keys", "Ctrl"],
  ["States of a list", "This could not be refreshed"],
  ["States of a list", styleguide.emptyTitle],
  ["States of a list", "No connection to the server."],
  ["States of a list", "Show more"],
  ["Cards and unsent texts", styleguide.discard],
  ["Table", table.csv],
  ["Header of a pane", "さくら予約アプリ"],
  ["Header of a pane", 'aria-label="Close"'],
  ["Dialogs, menus and toasts", styleguide.showToast],
  ["Messages", styleguide.refused],
])("the section %s shows %j", (title, expectedText) => {
  expect(sectionsByTitle.get(title)).toContain(expectedText);
});

test("every section has a test", () => {
  expect([...sectionsByTitle.keys()].sort()).toEqual(
    [
      "A form",
      "A list in order",
      "Badges, counts and keys",
      "Buttons",
      "Cards and unsent texts",
      "Colours",
      "Dialogs, menus and toasts",
      "Fields",
      "Header of a pane",
      "Messages",
      "People",
      "States of a list",
      "Table",
      "Tabs",
      "Translation states",
      "Type",
    ].sort(),
  );
});

/**
 * Components of `kit/ui` that the style guide need not show, because they wrap a page or are parts of other components.
 */
const componentsNotShown = new Set([
  "boundary",
  "error-page",
  "lazy-opener",
  "mantine",
  "modal",
  "page",
  "part",
  "skeleton",
  "tips",
]);

test("every other piece of the kit is shown", () => {
  const styleGuideSource = ["test", "test-choices", "test-form", "test-layers", "test-lists", "test-people"]
    .map((name) => readFileSync(join(appFolder, `routes/site/${name}.tsx`), "utf8"))
    .join();
  const componentNames = readdirSync(join(appFolder, "kit/ui"))
    .filter((name) => name.endsWith(".tsx"))
    .map((name) => name.replace(".tsx", ""));
  const missingComponents = componentNames.filter(
    (name) => !componentsNotShown.has(name) && !styleGuideSource.includes(`kit/ui/${name}.tsx"`),
  );
  // The style guide does not import the toast and the undo bar itself. Other components show them.
  expect(missingComponents).toEqual(["toast", "undo-bar"]);
});
