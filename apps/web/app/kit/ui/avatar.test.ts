import { expect, test } from "vitest";
import { initials } from "./avatar.tsx";

test.each([
  ["Sixty (copy)", "SC"],
  ["Sixty (bản sao)", "SS"],
  ["Trần Văn Ba", "TB"],
  ["佐藤 健司", "佐"],
  ["「サロン」 桜", "サ"],
  ["emma", "E"],
  ["Bot 2", "B2"],
  ["(…)", "("],
  ["🌸 Hana", "H"],
  ["", ""],
])("The initials of “%s” are %s", (name, expected) => {
  expect(initials(name)).toBe(expected);
});
