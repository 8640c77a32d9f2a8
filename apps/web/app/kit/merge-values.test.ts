import { expect, test } from "vitest";
import { changesByOthers } from "./merge-values.ts";

const before = {
  name: "Hours",
  text: { en: "Open", vi: "", ja: "" },
  buttons: [
    { id: "a", label: { en: "Map", vi: "" } },
    { id: "b", label: { en: "Call", vi: "" } },
  ],
};
const copy = () => structuredClone(before);

test("Nothing is reported that is as before, or that both wrote", () => {
  expect(changesByOthers(before, copy(), copy())).toEqual([]);
  const mine = { ...copy(), name: "Opening hours" };
  expect(changesByOthers(before, mine, copy())).toEqual([]);
  expect(changesByOthers(before, mine, { ...copy(), name: "Opening hours" })).toEqual([]);
});

test("What only the other person changed is named by its path, also in a list", () => {
  const theirs = copy();
  theirs.text.vi = "Mở cửa";
  const [, button] = theirs.buttons;
  if (button) button.label.vi = "Gọi";
  const mine = copy();
  mine.text.en = "We are open";
  expect(changesByOthers(before, mine, theirs)).toEqual([
    { path: "text.vi", theirs: "Mở cửa", isConflict: false },
    { path: "buttons.1.label.vi", theirs: "Gọi", isConflict: false },
  ]);
});

test("What both changed is marked", () => {
  const [mine, theirs] = [copy(), copy()];
  mine.text.vi = "Đang mở";
  theirs.text.vi = "Mở cửa";
  expect(changesByOthers(before, mine, theirs)).toEqual([
    { path: "text.vi", theirs: "Mở cửa", isConflict: true },
  ]);
});

test("A list with other items is one value", () => {
  const theirs = copy();
  theirs.buttons.pop();
  expect(changesByOthers(before, copy(), theirs)).toEqual([
    { path: "buttons", theirs: theirs.buttons, isConflict: false },
  ]);
  const mine = copy();
  mine.buttons.reverse();
  const relabelledByOther = copy();
  const [first] = relabelledByOther.buttons;
  if (first) first.label.vi = "Bản đồ";
  expect(changesByOthers(before, mine, relabelledByOther)).toEqual([
    { path: "buttons", theirs: relabelledByOther.buttons, isConflict: true },
  ]);
});
