import type { FlowEffect } from "./effects.ts";
import { maximumTurnBytes } from "./limits.ts";

const countEffectBytes = (effect: FlowEffect): number =>
  new TextEncoder().encode(JSON.stringify(effect)).length;

/** Collects the effects of one turn of a flow (messages, waits, requests) and counts their bytes. */
export function createEffectLog() {
  const effects: FlowEffect[] = [];
  let bytes = 0;
  return {
    effects,
    add(effect: FlowEffect): void {
      effects.push(effect);
      bytes += countEffectBytes(effect);
    },
    bytes: (): number => bytes,
    /**
     * Sets the initial number of bytes. After a jump this is the number of bytes that the earlier stories have used in
     * the same turn.
     */
    startAtBytes(bytesBefore: number): void {
      bytes = bytesBefore;
    },
    isTooLong: (): boolean => bytes > maximumTurnBytes,
    /** Removes all effects of the turn except the first `count`. */
    cutTo(count: number): void {
      effects.length = count;
    },
  };
}
