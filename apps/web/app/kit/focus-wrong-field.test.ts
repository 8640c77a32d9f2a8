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
const createForm = () => {
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
const focusInvalidFieldIn = ({ form }: ReturnType<typeof createForm>, focusedElement: object) =>
  focusFirstInvalidField(form as unknown as HTMLFormElement, focusedElement as Element);

test.each(["button", "body"] as const)("the first wrong field gets the focus from the %s", (name) => {
  const testForm = createForm();
  focusInvalidFieldIn(testForm, { ...testForm, button: submitButton }[name]);
  expect(testForm.first.calls).toEqual(["focus first", "scroll to first"]);
  expect(testForm.second.calls).toEqual([]);
});

test("a wrong field that has the focus keeps it", () => {
  const testForm = createForm();
  focusInvalidFieldIn(testForm, testForm.second);
  expect(testForm.first.calls).toEqual([]);
});

test("the focus is not taken from a dialog or a field outside of the form", () => {
  const testForm = createForm();
  focusInvalidFieldIn(testForm, elementElsewhere);
  expect(testForm.first.calls).toEqual([]);
});

test("a form without a wrong field leaves the focus", () => {
  const form = createElement("form", [validField, submitButton]);
  focusFirstInvalidField(form as unknown as HTMLFormElement, submitButton as unknown as Element);
  expect([...validField.calls, ...submitButton.calls]).toEqual([]);
});
