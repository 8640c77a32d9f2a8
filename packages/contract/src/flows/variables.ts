import type { FlowGraph } from "./graph.ts";
import { flowLimits, maximumValue } from "./limits.ts";
import type { FlowSession } from "./session.ts";
import { cut } from "./texts.ts";

export type Variables = ReturnType<typeof createVariables>;

/** The variables of a session during a step. Blocks use their ids, texts use their names. */
export function createVariables(graph: FlowGraph, before: FlowSession["variables"]) {
  const values = new Map(before.map(({ name, value }) => [name, value]));
  const nameOf = (id: string | null) => (id === null ? undefined : graph.names.get(id));
  return {
    get: (name: string): string | undefined => values.get(name),
    byId: (id: string | null): string | undefined => values.get(nameOf(id) ?? ""),
    /**
     * Undefined deletes the value. Does nothing for an unknown id, or if the session already has the most variables.
     */
    set(id: string | null, value: string | undefined): void {
      const name = nameOf(id);
      if (name === undefined) return;
      if (value === undefined) values.delete(name);
      else if (values.has(name) || values.size < flowLimits.variables)
        values.set(name, cut(value.toWellFormed().replaceAll("\u0000", "\uFFFD"), maximumValue));
    },
    list: (): FlowSession["variables"] => [...values].map(([name, value]) => ({ name, value })),
  };
}
