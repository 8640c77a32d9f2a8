import { foldText } from "../fold.ts";
import type { BlockOf, ConditionTest } from "./blocks.ts";

type ConditionBranch = BlockOf<"condition">["items"][number];

/** Gives the conditions of a flow access to the values of the visitor's variables. */
export interface ConditionValues {
  /** Returns the value of a variable by its id, or undefined if it has none. */
  get(variableId: string | null): string | undefined;
  /** Returns a text with the values of its variables filled in. */
  fillVariables(template: string): string;
}

/**
 * Whether a branch of a condition is true. The branch says whether all of its tests must be true, or only one of them.
 * A branch without tests is never true.
 */
export function isBranchTrue({ match, tests }: ConditionBranch, values: ConditionValues): boolean {
  if (tests.length === 0) return false;
  return match === "all"
    ? tests.every((test) => isTestTrue(test, values))
    : tests.some((test) => isTestTrue(test, values));
}

const foldAndTrim = (text: string) => foldText(text).trim();
const numberPattern = /^[+-]?\d{1,16}(?:\.\d{1,6})?$/;
const dayPattern = /^\d{4}-\d{2}-\d{2}$/;

function isTestTrue({ variable_id, operator, value }: ConditionTest, values: ConditionValues): boolean {
  const variableValue = values.get(variable_id);
  const hasValue = variableValue !== undefined && variableValue !== "";
  if (operator === "is_set") return hasValue;
  if (operator === "is_not_set") return !hasValue;
  const [foldedVariableValue, foldedComparedValue] = [
    foldAndTrim(variableValue ?? ""),
    foldAndTrim(values.fillVariables(value)),
  ];
  switch (operator) {
    case "equals":
      return foldedVariableValue === foldedComparedValue;
    case "not_equals":
      return foldedVariableValue !== foldedComparedValue;
    case "contains":
      return foldedComparedValue !== "" && foldedVariableValue.includes(foldedComparedValue);
    case "starts":
      return foldedComparedValue !== "" && foldedVariableValue.startsWith(foldedComparedValue);
    case "greater":
      return computeDifference(foldedVariableValue, foldedComparedValue) > 0;
    case "less":
      return computeDifference(foldedVariableValue, foldedComparedValue) < 0;
  }
}

/** Returns the difference of two numbers or of two dates. NaN if the values cannot be compared. */
function computeDifference(firstValue: string, secondValue: string): number {
  if (numberPattern.test(firstValue) && numberPattern.test(secondValue))
    return Number(firstValue) - Number(secondValue);
  return dayPattern.test(firstValue) && dayPattern.test(secondValue)
    ? Date.parse(firstValue) - Date.parse(secondValue)
    : Number.NaN;
}
