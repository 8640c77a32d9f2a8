/** One legal transition of a state machine: who may trigger it, its source states and its target state. */
export interface Transition<State extends string = string, Actor extends string = string> {
  readonly actor: Actor;
  readonly from: readonly State[];
  readonly to: State;
}

/**
 * The transitions of a state machine, by the names of their events. Declare a machine with `as const satisfies
 * TransitionsByEvent<…>`, so that TypeScript keeps the exact names.
 */
export type TransitionsByEvent<State extends string = string, Actor extends string = string> = Readonly<
  Record<string, Transition<State, Actor>>
>;

/**
 * Whether an event is legal in a state. The pages do not offer illegal events, and the server refuses them with 409.
 */
export function isLegalTransition<T extends TransitionsByEvent>(
  table: T,
  event: keyof T,
  state: string,
): boolean {
  return table[event]?.from.includes(state) ?? false;
}
