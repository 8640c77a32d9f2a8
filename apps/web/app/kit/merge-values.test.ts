import { expect, test } from "vitest";
import { changesByOthers } from "./merge-values.ts";

const valuesBefore = {
  name: "Hours",
  text: { en: "Open", vi: "", ja: "" },
  buttons: [
    { id: "a", label: { en: "Map", vi: "" } },
    { id: "b", label: { en: "Call", vi: "" } },
  ],
};
const copyOfBefore = () => structuredClone(valuesBefore);

test("Nothing is reported that is as before, or that both wrote", () => {
  expect(changesByOthers(valuesBefore, copyOfBefore(), copyOfBefore())).toEqual([]);
  const mine = { ...copyOfBefore(), name: "Opening hours" };
  expect(changesByOthers(valuesBefore, mine, copyOfBefore())).toEqual([]);
  expect(changesByOthers(valuesBefore, mine, { ...copyOfBefore(), name: "Opening hours" })).toEqual([]);
});

test("What only the other person changed is named by its path, also in a list", () => {
  const theirValues = copyOfBefore();
  theirValues.text.vi = "Mở cửa";
  const [, button] = theirValues.buttons;
  if (button) button.label.vi = "Gọi";
  const myValues = copyOfBefore();
  myValues.text.en = "We are open";
  expect(changesByOthers(valuesBefore, myValues, theirValues)).toEqual([
    { path: "text.vi", theirs: "Mở cửa", isConflict: false },
    { path: "buttons.1.label.vi", theirs: "Gọi", isConflict: false },
  ]);
});

test("What both changed is marked", () => {
  const [mine, theirs] = [copyOfBefore(), copyOfBefore()];
  mine.text.vi = "Đang mở";
  theirs.text.vi = "Mở cửa";
  expect(changesByOthers(valuesBefore, mine, theirs)).toEqual([
    { path: "text.vi", theirs: "Mở cửa", isConflict: true },
  ]);
});

test("A list with other items is one value", () => {
  const theirValues = copyOfBefore();
  theirValues.buttons.pop();
  expect(changesByOthers(valuesBefore, copyOfBefore(), theirValues)).toEqual([
    { path: "buttons", theirs: theirValues.buttons, isConflict: false },
  ]);
  const myValues = copyOfBefore();
  myValues.buttons.reverse();
  const relabelledByOther = copyOfBefore();
  const [firstButton] = relabelledByOther.buttons;
  if (firstButton) firstButton.label.vi = "Bản đồ";
  expect(changesByOthers(valuesBefore, myValues, relabelledByOther)).toEqual([
    { path: "buttons", theirs: relabelledByOther.buttons, isConflict: true },
  ]);
});
