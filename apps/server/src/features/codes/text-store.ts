import type { CodeLanguage } from "@kakehashi/contract/code-languages";
import { sql } from "kysely";
import { foldText, lexemesOf } from "../../kit/text/fold.ts";

/** Maximum length of the code that the search indexes, in UTF-16 code units per snippet. */
const maximumSearchedCodeLength = 10_000;

/** The fields of a code snippet that are stored for each version. */
export interface SnippetText {
  readonly title: string;
  readonly description: string;
  readonly language: CodeLanguage;
  readonly content: string;
}

export const codeSizeColumnsOf = ({ content }: SnippetText) => ({
  size: Buffer.byteLength(content),
  // A line break at the end of the code begins no new line, so it does not count as one.
  line_count: content.split("\n").length - Number(content.endsWith("\n")),
});

const searchLexemesOf = ({ title, description, content }: SnippetText) => {
  const text = `${title}\n${description}\n${content.slice(0, maximumSearchedCodeLength)}`;
  return sql`array_to_tsvector(${lexemesOf(foldText(text))}::text[])`;
};

/** The database columns of a code snippet with its newest text. */
export const textColumnsOf = (text: SnippetText) => ({
  title: text.title,
  description: text.description,
  language: text.language,
  content: text.content,
  ...codeSizeColumnsOf(text),
  lexemes: sql<string>`${searchLexemesOf(text)}`,
});
