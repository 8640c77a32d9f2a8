import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync, Visitor } from "oxc-parser";
import { expect, test } from "vitest";

const app = join(import.meta.dirname, "../..");

/** The English texts by the last part of their key. Two pages may have different ones for the same key. */
const texts = new Map<string, string[]>();
for (const file of readdirSync(join(app, "i18n/en"))) {
  const module: Record<string, unknown> = await import(join(app, "i18n/en", file));
  for (const group of Object.values(module)) collect(group as Record<string, unknown>);
}
function collect(group: Record<string, unknown>): void {
  for (const [key, text] of Object.entries(group))
    if (typeof text === "string") texts.set(key, [...(texts.get(key) ?? []), text]);
    else if (text && typeof text === "object") collect(text as Record<string, unknown>);
}

/** The English texts that a piece of source may show. */
function shownBy(source: string): string[] {
  return [...source.matchAll(/\bt\w*\(\s*"(?:\w+:)?(?:\w+\.)*(\w+)"/g)].flatMap(
    ([, key]) => texts.get(key ?? "") ?? [],
  );
}

interface Piece {
  readonly file: string;
  /** The name of the element. */
  readonly name: string;
  /** The source of each attribute's value. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: string;
}
interface Question {
  readonly file: string;
  readonly action: string;
  readonly danger: string;
}

// The elements of every page and dialog. The style guide is left out: it shows all kinds, and its buttons do
// nothing.
const pieces: Piece[] = [];
const questions: Question[] = [];
for (const name of readdirSync(app, { recursive: true, encoding: "utf8" })) {
  if (!/\.tsx?$/.test(name) || name.includes(".test.") || /^(kit|routes\/site\/test)/.test(name)) continue;
  const source = readFileSync(join(app, name), "utf8");
  const at = ({ start, end }: { start: number; end: number }) => source.slice(start, end);
  new Visitor({
    JSXElement({ openingElement, children }) {
      const attributes: Record<string, string> = {};
      for (const one of openingElement.attributes)
        if (one.type === "JSXAttribute") attributes[at(one.name)] = one.value ? at(one.value) : "true";
      pieces.push({
        file: name,
        name: at(openingElement.name),
        attributes,
        children: children.map(at).join(""),
      });
    },
    ObjectExpression({ properties }) {
      const fields: Record<string, string> = {};
      for (const one of properties) if (one.type === "Property") fields[at(one.key)] = at(one.value);
      const { action = "", danger } = fields;
      if (danger === undefined) return;
      // In `{ action, danger: true }`, the text comes from a constant declared before.
      const constant = action === "action" && /const action = (.+);/.exec(source)?.[1];
      questions.push({ file: name, action: constant || action, danger });
    },
  }).visit(parseSync(name, source).program);
}

const buttons = pieces.filter(({ name }) => name === "Button");

test("each form is sent by the one main action in indigo, or in red where it destroys", () => {
  const sends = buttons.filter(({ attributes }) => attributes.type === '"submit"');
  expect(sends.length).toBeGreaterThan(15);
  expect(sends.filter(({ attributes }) => !/"(primary|danger)"/.test(attributes.kind ?? ""))).toEqual([]);
});

test("whatever saves, creates or publishes is in indigo", () => {
  const makes = buttons.filter(({ children }) =>
    shownBy(children).some((text) => /^(Save|Create|Publish)\b/.test(text)),
  );
  expect(makes.length).toBeGreaterThan(5);
  expect(makes.filter(({ attributes }) => !attributes.kind?.includes('"primary"'))).toEqual([]);
});

/** Verbs of actions that destroy, end or shut somebody out. */
const destroys = /^(Block|Close|Delete|Disconnect|Leave|Remove|Unlink)\b/;

test("red is whatever destroys, and nothing else", () => {
  const red = pieces.filter(
    ({ attributes: { kind = "", grave, "data-grave": marked } }) =>
      kind.includes('"danger"') || grave !== undefined || marked !== undefined,
  );
  expect(red.length).toBeGreaterThan(3);
  const harmless = red.filter(({ attributes, children }) => {
    // Where only one of several acts is red, the condition names it.
    const condition = Object.values(attributes).find((value) => /=== "(block|delete)"/.test(value));
    return (
      !condition && !shownBy(children).some((text) => destroys.test(text)) && !/\bleave\b/.test(children)
    );
  });
  expect(harmless).toEqual([]);

  const asked = questions.filter(({ danger }) => danger === "true");
  expect(asked.length).toBeGreaterThan(6);
  expect(asked.filter(({ action }) => !shownBy(action).some((text) => destroys.test(text)))).toEqual([]);
});

test("a question before something is deleted, removed or closed has a red button", () => {
  for (const { action, danger, file } of questions.filter(({ action }) =>
    shownBy(action).some((text) => destroys.test(text)),
  ))
    expect({ file, action, danger }).toEqual({ file, action, danger: "true" });
});
