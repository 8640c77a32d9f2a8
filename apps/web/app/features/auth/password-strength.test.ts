import { expect, test } from "vitest";
import { passwordStrengthOf } from "./password-strength.tsx";

test.each([
  ["", 0],
  ["Ab1", 1],
  ["abcdefgh1", 1],
  ["Aa1Aa1Aa1", 1],
  ["Harbour1", 2],
  ["Harbour-88", 2],
  ["Harbour-Lights-88", 3],
  ["HarbourLights88", 3],
] as const)("the strength of %j is %i", (password, strength) => {
  expect(passwordStrengthOf(password)).toBe(strength);
});
