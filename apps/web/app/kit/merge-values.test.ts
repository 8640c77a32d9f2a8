import { expect, test } from "vitest";
import { listChangesByOthers } from "./merge-values.ts";

const valuesBefore = {
  name: "Hours",
  text: { en: "Open", vi: "", ja: "" },
  buttons: [
    { id: "a", label: { en: "Map", vi: "" } },
    { id: "b", label: { en: "Call", vi: "" } },
  ],
};
const copyValuesBefore = () => structuredClone(valuesBefore);

test("Nothing is reported that is as before, or that both wrote", () => {
  expect(listChangesByOthers(valuesBefore, copyValuesBefore(), copyValuesBefore())).toEqual([]);
  const myValues = { ...copyValuesBefore(), name: "Opening hours" };
  expect(listChangesByOthers(valuesBefore, myValues, copyValuesBefore())).toEqual([]);
  expect(
    listChangesByOthers(valuesBefore, myValues, { ...copyValuesBefore(), name: "Opening hours" }),
  ).toEqual([]);
});

test("What only the other person changed is named by its path, also in a list", () => {
  const theirValues = copyValuesBefore();
  theirValues.text.vi = "Mở cửa";
  const [, button] = theirValues.buttons;
  if (button) button.label.vi = "Gọi";
  const myValues = copyValuesBefore();
  myValues.text.en = "We are open";
  expect(listChangesByOthers(valuesBefore, myValues, theirValues)).toEqual([
    { path: "text.vi", theirs: "Mở cửa", isConflict: false },
    { path: "buttons.1.label.vi", theirs: "Gọi", isConflict: false },
  ]);
});

test("What both changed is marked", () => {
  const [myValues, theirValues] = [copyValuesBefore(), copyValuesBefore()];
  myValues.text.vi = "Đang mở";
  theirValues.text.vi = "Mở cửa";
  expect(listChangesByOthers(valuesBefore, myValues, theirValues)).toEqual([
    { path: "text.vi", theirs: "Mở cửa", isConflict: true },
  ]);
});

test("A list with other items is one value", () => {
  const theirValues = copyValuesBefore();
  theirValues.buttons.pop();
  expect(listChangesByOthers(valuesBefore, copyValuesBefore(), theirValues)).toEqual([
    { path: "buttons", theirs: theirValues.buttons, isConflict: false },
  ]);
  const myValues = copyValuesBefore();
  myValues.buttons.reverse();
  const relabelledByOther = copyValuesBefore();
  const [firstButton] = relabelledByOther.buttons;
  if (firstButton) firstButton.label.vi = "Bản đồ";
  expect(listChangesByOthers(valuesBefore, myValues, relabelledByOther)).toEqual([
    { path: "buttons", theirs: relabelledByOther.buttons, isConflict: true },
  ]);
});
