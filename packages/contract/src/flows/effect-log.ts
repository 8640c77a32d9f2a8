import { maximumTurnBytes } from "./limits.ts";
import type { FlowEffect } from "./session.ts";

const bytesOf = (effect: FlowEffect): number => new TextEncoder().encode(JSON.stringify(effect)).length;

/** Collects the effects of one turn of a flow (messages, waits, requests) and counts their bytes. */
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
    /**
     * Sets the number of bytes to start from. After a jump, it is the bytes that the stories before the jump have used
     * in the same turn.
     */
    startAtBytes(bytesBefore: number): void {
      bytes = bytesBefore;
    },
    isTooLong: (): boolean => bytes > maximumTurnBytes,
    /** Keeps the first `count` effects of the turn and removes the others. */
    cutTo(count: number): void {
      effects.length = count;
    },
  };
}
