import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync, Visitor } from "oxc-parser";
import { expect, test } from "vitest";

const appFolder = join(import.meta.dirname, "../..");

type TextsByKey = Map<string, string[]>;

/** Returns the texts of a language by the last part of their key. Different texts may have the same last part. */
async function loadTexts(language: string): Promise<TextsByKey> {
  const texts: TextsByKey = new Map();
  for (const file of readdirSync(join(appFolder, "i18n", language))) {
    const module: Record<string, unknown> = await import(join(appFolder, "i18n", language, file));
    for (const group of Object.values(module)) collectTexts(group as Record<string, unknown>, texts);
  }
  return texts;
}
function collectTexts(group: Record<string, unknown>, texts: TextsByKey): void {
  for (const [key, text] of Object.entries(group))
    if (typeof text === "string") texts.set(key, [...(texts.get(key) ?? []), text]);
    else if (text && typeof text === "object") collectTexts(text as Record<string, unknown>, texts);
}
const englishTexts = await loadTexts("en");
const vietnameseTexts = await loadTexts("vi");

/** Returns the texts whose keys occur in a piece of source code. The default language is English. */
function findTextsIn(source: string, texts = englishTexts): string[] {
  return [...source.matchAll(/\bt\w*\(\s*"(?:\w+:)?(?:\w+\.)*(\w+)"/g)].flatMap(
    ([, key]) => texts.get(key ?? "") ?? [],
  );
}

interface SourceElement {
  readonly file: string;
  /** The name of the JSX element, such as `Button`. */
  readonly name: string;
  /** The source code of each attribute value, by attribute name. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: string;
}
interface FoundQuestion {
  readonly file: string;
  readonly actionLabel: string;
  readonly isDestructive: string;
}

// The JSX elements of every page and dialog. Leaves out the style guide, because it shows all kinds of buttons and they
// do nothing.
const sourceElements: SourceElement[] = [];
const foundQuestions: FoundQuestion[] = [];
/** The source code of the texts on confirming buttons, from all calls of `confirm`. */
const confirmationLabels: string[] = [];
for (const name of readdirSync(appFolder, { recursive: true, encoding: "utf8" })) {
  if (!/\.tsx?$/.test(name) || name.includes(".test.") || /^(kit|routes\/site\/test)/.test(name)) continue;
  const source = readFileSync(join(appFolder, name), "utf8");
  const sliceSource = ({ start, end }: { start: number; end: number }) => source.slice(start, end);
  new Visitor({
    JSXElement({ openingElement, children }) {
      const attributes: Record<string, string> = {};
      for (const attribute of openingElement.attributes)
        if (attribute.type === "JSXAttribute")
          attributes[sliceSource(attribute.name)] = attribute.value ? sliceSource(attribute.value) : "true";
      sourceElements.push({
        file: name,
        name: sliceSource(openingElement.name),
        attributes,
        children: children.map(sliceSource).join(""),
      });
    },
    ObjectExpression({ properties }) {
      const fields: Record<string, string> = {};
      for (const property of properties)
        if (property.type === "Property") fields[sliceSource(property.key)] = sliceSource(property.value);
      const { actionLabel = "", isDestructive } = fields;
      if (fields.title && fields.text && actionLabel) confirmationLabels.push(actionLabel);
      if (isDestructive === undefined) return;
      // In `{ actionLabel, isDestructive: true }`, the variable `actionLabel` contains the text. Look up its declaration.
      const constantSource = actionLabel === "actionLabel" && /const actionLabel = (.+);/.exec(source)?.[1];
      foundQuestions.push({ file: name, actionLabel: constantSource || actionLabel, isDestructive });
    },
  }).visit(parseSync(name, source).program);
}

const buttonElements = sourceElements.filter(({ name }) => name === "Button");

test("each form has one main button, in indigo, or in red if it deletes something", () => {
  const submitButtons = buttonElements.filter(({ attributes }) => attributes.type === '"submit"');
  expect(submitButtons.length).toBeGreaterThan(15);
  expect(submitButtons.filter(({ attributes }) => !/"(primary|danger)"/.test(attributes.kind ?? ""))).toEqual(
    [],
  );
});

test("every button that saves, creates or publishes is indigo", () => {
  const createButtons = buttonElements.filter(({ children }) =>
    findTextsIn(children).some((text) => /^(Save|Create|Publish)\b/.test(text)),
  );
  expect(createButtons.length).toBeGreaterThan(5);
  expect(createButtons.filter(({ attributes }) => !attributes.kind?.includes('"primary"'))).toEqual([]);
});

/** Verbs that destroy something, end something, or revoke somebody's access. */
const destructiveVerb = /^(Block|Close|Delete|Disconnect|Leave|Remove|Unlink)\b/;

test("only buttons that delete something are red", () => {
  const redElements = sourceElements.filter(
    ({ attributes: { kind = "", grave, "data-grave": graveMark } }) =>
      kind.includes('"danger"') || grave !== undefined || graveMark !== undefined,
  );
  expect(redElements.length).toBeGreaterThan(3);
  const harmlessRedElements = redElements.filter(({ attributes, children }) => {
    // A button may be red for only some of its actions. Its attribute then has a condition on the action.
    const condition = Object.values(attributes).find((value) =>
      /=== "(block|delete)"|isDestructive\(/.test(value),
    );
    return (
      !condition &&
      !findTextsIn(children).some((text) => destructiveVerb.test(text)) &&
      !/\bleave\b/.test(children)
    );
  });
  expect(harmlessRedElements).toEqual([]);

  const dangerQuestions = foundQuestions.filter(({ isDestructive }) => isDestructive === "true");
  expect(dangerQuestions.length).toBeGreaterThan(6);
  expect(
    dangerQuestions.filter(
      ({ actionLabel }) => !findTextsIn(actionLabel).some((text) => destructiveVerb.test(text)),
    ),
  ).toEqual([]);
});

test("every item of a menu that deletes, removes or ends something is red", () => {
  const items = sourceElements.filter(({ name }) => name === "Menu.Item");
  const destructiveItems = items.filter(({ children }) =>
    findTextsIn(children).some((text) => /^(Block|Delete|Leave|Remove)\b/.test(text)),
  );
  expect(destructiveItems.length).toBeGreaterThan(2);
  expect(destructiveItems.filter(({ attributes }) => attributes["data-grave"] === undefined)).toEqual([]);
  // No menu item may use the library's prop `color`, because it has no effect in a menu.
  expect(items.filter(({ attributes }) => attributes.color !== undefined)).toEqual([]);
});

test("a question before something is deleted, removed or closed has a red button", () => {
  for (const { actionLabel, isDestructive, file } of foundQuestions.filter(({ actionLabel }) =>
    findTextsIn(actionLabel).some((text) => destructiveVerb.test(text)),
  ))
    expect({ file, actionLabel, isDestructive }).toEqual({ file, actionLabel, isDestructive: "true" });
});

test("no confirming button begins with the word on the button beside it, which closes the question", () => {
  expect(confirmationLabels.length).toBeGreaterThan(10);
  const actions = confirmationLabels.flatMap((action) => [
    ...findTextsIn(action),
    ...findTextsIn(action, vietnameseTexts),
  ]);
  // The words "Cancel" and "Hủy" alone are allowed, because the other button of a confirmation dialog has this text
  // (key `cancel`).
  expect(actions.filter((text) => /^(Cancel|Hủy) /.test(text))).toEqual([]);
});
