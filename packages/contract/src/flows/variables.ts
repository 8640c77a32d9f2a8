import type { FlowGraph } from "./graph.ts";
import { flowLimits, maximumValue } from "./limits.ts";
import type { FlowSession } from "./session.ts";
import { cut } from "./texts.ts";

export type Variables = ReturnType<typeof createVariables>;

/** The variables of a session while a step runs. Blocks name them by their id in the flow, texts by their name. */
export function createVariables(graph: FlowGraph, before: FlowSession["variables"]) {
  const values = new Map(before.map(({ name, value }) => [name, value]));
  const nameOf = (id: string | null) => (id === null ? undefined : graph.names.get(id));
  return {
    get: (name: string): string | undefined => values.get(name),
    byId: (id: string | null): string | undefined => values.get(nameOf(id) ?? ""),
    /** Undefined takes the value away. An unknown id, and one more than a session may hold, changes nothing. */
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
