import { maximumTurnBytes } from "./limits.ts";
import type { FlowEffect } from "./session.ts";

const bytesOf = (effect: FlowEffect): number => new TextEncoder().encode(JSON.stringify(effect)).length;

/** Collects the effects of a turn and counts their bytes. */
export function createEffectLog() {
  const effects: FlowEffect[] = [];
  let bytes = 0;
  return {
    effects,
    add(effect: FlowEffect): void {
      effects.push(effect);
      bytes += bytesOf(effect);
    },
    bytes: (): number => bytes,
    /** The stories that the turn has jumped from have said and sent this many bytes. */
    goOnFrom(bytesBefore: number): void {
      bytes = bytesBefore;
    },
    isTooLong: (): boolean => bytes > maximumTurnBytes,
    /** Takes back all but the first `count` effects. */
    cutTo(count: number): void {
      effects.length = count;
    },
  };
}
