import { MantineProvider } from "@mantine/core";
import { createElement as make } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import en from "../../i18n/en/translations.ts";
import { getServerI18n } from "../../i18n/server.ts";
import { TranslationProvider } from "../../i18n/use-translation.tsx";
import { ApiError } from "../../kit/api-error.ts";
import { isLateSubmitError } from "./draft.ts";
import { DraftProblemNotes } from "./draft-problem-notes.tsx";

const doNothing = () => {};
const propsWithoutNotices = {
  language: "vi" as const,
  isClaimedByOther: false,
  wasRefusedAsLate: false,
  isOriginalNewer: false,
  changeByOthers: null,
  savedText: "",
  setAside: "",
  onDiscard: doNothing,
  onContinue: doNothing,
  onUseOtherDeviceText: doNothing,
  onDismissOtherDeviceText: doNothing,
};
function renderNoticesHtml(changedProps: Partial<typeof propsWithoutNotices>): string {
  const i18n = getServerI18n("en").addResourceBundle("en", "translations", en);
  const element = make(DraftProblemNotes, { ...propsWithoutNotices, ...changedProps });
  const html = renderToStaticMarkup(
    make(
      TranslationProvider,
      { i18n },
      make(MantineProvider, { withCssVariables: false, withGlobalClasses: false }, element),
    ),
  );
  return html.replaceAll(/<style[^>]*>.*?<\/style>/g, "");
}

test("a writer learns before they save that somebody else has claimed the translation, and that it is not too late", () => {
  expect(renderNoticesHtml({})).toBe("");
  expect(renderNoticesHtml({ isClaimedByOther: true })).toContain(
    "you can only save once they have finished",
  );
  expect(isLateSubmitError(new ApiError(409, "TRANSLATION.CLAIMED", ""))).toBe(false);
  expect(isLateSubmitError(new ApiError(409, "TRANSLATION.CHANGED", ""))).toBe(true);
});

test("a text that was set aside is in the language of the translation", () => {
  expect(renderNoticesHtml({ setAside: "Xem giúp tôi." })).toContain(
    '<blockquote lang="vi">Xem giúp tôi.</blockquote>',
  );
});
