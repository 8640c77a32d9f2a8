import type { SystemLine } from "@kakehashi/contract/lines";

/** A system message as the server sends it, for tests. It comes after the chat message with this `number`. */
export function lineFixture(seq: number, number: number, overrides: Partial<SystemLine> = {}): SystemLine {
  const { user_ids = ["linh"] } = overrides;
  return {
    seq,
    number,
    kind: "JOINED",
    actor_id: null,
    user_ids,
    user_count: user_ids.length,
    name: null,
    created_at: "2026-11-20T00:00:00.000Z",
    ...overrides,
  };
}
