import { expect, test } from "vitest";
import {
  deletedNameByLanguage,
  deletedNameMark,
  replaceDeletedNameMarks,
  restoreDeletedNameMarks,
  showDeletedNames,
} from "./deleted-names.ts";
import { languages } from "./languages.ts";
import {
  findMentionedIdsEvenInCode,
  renameMentions,
  renamePlainMentions,
  replaceMentionsByNames,
} from "./mentions.ts";
import { boundedMessageTextSchema } from "./message-text.ts";

const id = "01a22c14-170c-762b-980e-11acfd86ee98";
const otherId = "01a22c14-170d-7459-b6ff-d625b6c887c2";
const storedMention = `@[${deletedNameMark}](${id})`;

test.each(languages)(
  "readers of %s see a word in a mention, and it is stored as the mark again",
  (language) => {
    const content = `${storedMention}, \`${storedMention}\` and "@[An](${otherId})"`;
    const shownContent = showDeletedNames(content, language);
    expect(replaceMentionsByNames(shownContent)).toBe(
      `@${deletedNameByLanguage[language]}, \`@${deletedNameByLanguage[language]}\` and "@An"`,
    );
    expect(restoreDeletedNameMarks(shownContent)).toBe(content);
    expect(boundedMessageTextSchema.parse(shownContent)).toBe(content);
    expect(JSON.parse(replaceDeletedNameMarks(JSON.stringify({ content }), language))).toEqual({
      content: shownContent,
    });
  },
);

test("a mention that is cut after the name shows the word, too", () => {
  const json = JSON.stringify({ content: storedMention.slice(0, 3) });
  expect(replaceDeletedNameMarks(json, "en")).toBe('{"content":"@[Deleted user"}');
});

test("the same character outside of a mention stays, and so do the words", () => {
  for (const text of [deletedNameMark, `@${deletedNameMark}`, "@[Deleted user]", "Deleted user"]) {
    expect(showDeletedNames(text, "en")).toBe(text);
    expect(restoreDeletedNameMarks(text)).toBe(text);
  }
});

test("only the mentions of these people get another name, also within code", () => {
  const content = `@[An](${id}) \`@[An Nguyễn](${id})\` @[Bình](${otherId}) [An](${id})`;
  expect(findMentionedIdsEvenInCode(content)).toEqual([id, otherId]);
  expect(renameMentions(content, new Set([id]), deletedNameMark)).toBe(
    `${storedMention} \`${storedMention}\` @[Bình](${otherId}) [An](${id})`,
  );
});

test("plain names are renamed as whole names, the longest first", () => {
  const text = `@An, @An Nguyễn? @Anna @[An](${id}) a@An`;
  expect(renamePlainMentions(text, ["An", "An Nguyễn"], "X")).toBe(`@X, @X? @Anna @[An](${id}) a@An`);
});
