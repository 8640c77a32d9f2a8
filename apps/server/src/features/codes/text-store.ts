import type { CodeLanguage } from "@kakehashi/contract/code-languages";
import { sql } from "kysely";
import { fold, lexemesOf } from "../../kit/text/fold.ts";

/** The search indexes only the words in this many UTF-16 code units of a snippet's code. */
const searchedUnits = 10_000;

/** The fields of a snippet that each version stores. */
export interface CodeText {
  readonly title: string;
  readonly description: string;
  readonly language: CodeLanguage;
  readonly content: string;
}

export const measured = ({ content }: CodeText) => ({
  size: Buffer.byteLength(content),
  // A line break at the end does not start another line.
  line_count: content.split("\n").length - Number(content.endsWith("\n")),
});

const lexemesOfText = ({ title, description, content }: CodeText) => {
  const text = `${title}\n${description}\n${content.slice(0, searchedUnits)}`;
  return sql`array_to_tsvector(${lexemesOf(fold(text))}::text[])`;
};

/** The columns of a snippet that hold its newest text. */
export const stored = (text: CodeText) => ({
  title: text.title,
  description: text.description,
  language: text.language,
  content: text.content,
  ...measured(text),
  lexemes: sql<string>`${lexemesOfText(text)}`,
});
