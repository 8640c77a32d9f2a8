import type { ExpectedAnswer, TurnForVisitor } from "@kakehashi/contract/bot-visitor-shapes";
import type { Flow } from "@kakehashi/contract/flows/flow";
import type { SessionPosition } from "@kakehashi/contract/flows/session";
import { visitorFileLimits } from "@kakehashi/contract/outside-files";
import { firstFittingItems } from "../../kit/http/list-bytes.ts";
import type { TurnRow } from "./turn-store.ts";

/** Returns a turn (an event and the bot's reaction) as the visitor sees it. */
export const toVisitorTurn = ({ number, event, effects, created_at }: TurnRow): TurnForVisitor => ({
  number,
  content: event.type === "message" ? event.text : null,
  choice: event.type === "message" ? event.choice : null,
  file_name: (event.type === "message" && event.file?.name) || null,
  said: firstFittingItems(effects.flatMap((effect) => (effect.type === "say" ? [effect.message] : []))).data,
  is_broadcast: event.type === "broadcast",
  created_at: created_at.toISOString(),
});

/**
 * Returns the kind of answer that the bot expects from the visitor in this state. Null if it expects none. `today` is
 * the day in the bot's time zone.
 */
export function findExpectedInput(flow: Flow, state: SessionPosition, today: string): ExpectedAnswer | null {
  if (state.kind !== "asking") return null;
  const block = flow.groups.flatMap(({ blocks }) => blocks).find(({ id }) => id === state.block_id);
  if (block?.type !== "ask") return { kind: "choice", minimum: null, maximum: null };
  const { answer } = block;
  const resolveDateLimit = (limit: string | null) => (limit === "today" ? today : limit);
  const formatNumberLimit = (limit: number | null) => (limit === null ? null : String(limit));
  switch (answer.kind) {
    case "date":
      return {
        kind: "date",
        minimum: resolveDateLimit(answer.earliest),
        maximum: resolveDateLimit(answer.latest),
      };
    case "number":
      return {
        kind: "number",
        minimum: formatNumberLimit(answer.minimum),
        maximum: formatNumberLimit(answer.maximum),
      };
    case "file":
      return {
        kind: "file",
        minimum: null,
        maximum: String(Math.min(answer.maximum_bytes, visitorFileLimits.megabytes * 1024 * 1024)),
        categories: answer.categories,
      };
    default:
      return { kind: answer.kind, minimum: null, maximum: null };
  }
}
