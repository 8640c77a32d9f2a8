import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { getServerI18n } from "../../i18n/server.ts";
import { TranslationProvider } from "../../i18n/use-translation.tsx";
import { Avatar, initialsOf } from "./avatar.tsx";

test.each([
  ["Sixty (copy)", "SC"],
  ["Sixty (bản sao)", "SS"],
  ["Trần Văn Ba", "TB"],
  ["佐藤 健司", "佐"],
  ["「サロン」 桜", "サ"],
  ["emma", "E"],
  ["Bot 2", "B2"],
  ["(…)", "("],
  ["🌸 Hana", "H"],
  ["", ""],
])("The initials of “%s” are %s", (name, expected) => {
  expect(initialsOf(name)).toBe(expected);
});

test.each([
  ["en", "VE"],
  ["vi", "KE"],
  ["ja", "ゲ"],
] as const)(
  "a visitor without a name has the initials of the name that is shown (%s)",
  (language, expected) => {
    const avatar = createElement(Avatar, { id: "1", name: "Visitor ec12" });
    const html = renderToStaticMarkup(
      createElement(TranslationProvider, { i18n: getServerI18n(language) }, avatar),
    );
    expect(html).toContain(`data-initials="${expected}"`);
  },
);
