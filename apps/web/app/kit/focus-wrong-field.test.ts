import { expect, test } from "vitest";
import { focusFirstInvalidField } from "./focus-wrong-field.ts";

/** Creates a fake element with children. It has only the properties that the tested code reads. */
function createElement(name: string, children: readonly object[] = [], isInvalid = false) {
  const calls: string[] = [];
  const element = {
    calls,
    contains: (otherElement: object) => otherElement === element || children.includes(otherElement),
    matches: () => isInvalid,
    querySelector: () => children.find((child) => (child as { matches(): boolean }).matches()) ?? null,
    focus: () => calls.push(`focus ${name}`),
    scrollIntoView: () => calls.push(`scroll to ${name}`),
  };
  return element;
}
const validField = createElement("right");
const submitButton = createElement("button");
const elementElsewhere = createElement("elsewhere");
const openForm = () => {
  const [firstElement, secondElement] = [createElement("first", [], true), createElement("second", [], true)];
  const form = createElement("form", [validField, firstElement, secondElement, submitButton]);
  return {
    first: firstElement,
    second: secondElement,
    form,
    body: createElement("body", [
      form,
      validField,
      firstElement,
      secondElement,
      submitButton,
      elementElsewhere,
    ]),
  };
};
const focusIn = ({ form }: ReturnType<typeof openForm>, focused: object) =>
  focusFirstInvalidField(form as unknown as HTMLFormElement, focused as Element);

test.each(["button", "body"] as const)("the first wrong field gets the focus from the %s", (name) => {
  const opened = openForm();
  focusIn(opened, { ...opened, button: submitButton }[name]);
  expect(opened.first.calls).toEqual(["focus first", "scroll to first"]);
  expect(opened.second.calls).toEqual([]);
});

test("a wrong field that has the focus keeps it", () => {
  const opened = openForm();
  focusIn(opened, opened.second);
  expect(opened.first.calls).toEqual([]);
});

test("the focus is not taken from a dialog or a field outside of the form", () => {
  const opened = openForm();
  focusIn(opened, elementElsewhere);
  expect(opened.first.calls).toEqual([]);
});

test("a form without a wrong field leaves the focus", () => {
  const form = createElement("form", [validField, submitButton]);
  focusFirstInvalidField(form as unknown as HTMLFormElement, submitButton as unknown as Element);
  expect([...validField.calls, ...submitButton.calls]).toEqual([]);
});
