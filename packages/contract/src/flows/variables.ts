import type { BlockOf } from "./blocks.ts";
import type { FlowGraph } from "./graph.ts";
import { flowLimits, maximumVariableValueLength } from "./limits.ts";
import type { FlowSession } from "./session.ts";
import { fillPlaceholders, keepStartOfText } from "./texts.ts";

export type TurnVariables = ReturnType<typeof createTurnVariables>;

/** The variables of a session while a turn runs. Blocks refer to a variable by its id, texts by its name. */
export function createTurnVariables(graph: FlowGraph, variablesBefore: FlowSession["variables"]) {
  const values = new Map(variablesBefore.map(({ name, value }) => [name, value]));
  const findVariableName = (id: string | null) => (id === null ? undefined : graph.variableNames.get(id));
  const get = (name: string): string | undefined => values.get(name);
  const getValueById = (id: string | null): string | undefined => values.get(findVariableName(id) ?? "");
  const fillText = (text: string): string => fillPlaceholders(text, get, maximumVariableValueLength);

  /**
   * Sets a variable. Undefined deletes its value. Ignores an unknown id. Ignores a new variable if the session has the
   * maximum number of variables.
   */
  function set(id: string | null, value: string | undefined): void {
    const name = findVariableName(id);
    if (name === undefined) return;
    if (value === undefined) values.delete(name);
    else if (values.has(name) || values.size < flowLimits.variables)
      values.set(
        name,
        keepStartOfText(value.toWellFormed().replaceAll("\u0000", "\uFFFD"), maximumVariableValueLength),
      );
  }

  return {
    get,
    byId: getValueById,
    /**
     * Returns a text with the values of its variables filled in. The result becomes the value of another variable, or a
     * condition compares it with a variable.
     */
    fill: fillText,
    set,
    /** Runs a block of the type "set", which changes a variable. */
    apply({ operation, variable_id, value }: BlockOf<"set">): void {
      if (operation === "clear") set(variable_id, undefined);
      else if (operation === "text") set(variable_id, fillText(value));
      else {
        const sum = Number(getValueById(variable_id) ?? 0) + Number(fillText(value));
        // If the variable's value or the value to add is not a number, the variable does not change.
        if (Number.isFinite(sum)) set(variable_id, String(sum));
      }
    },
    list: (): FlowSession["variables"] => [...values].map(([name, value]) => ({ name, value })),
  };
}
