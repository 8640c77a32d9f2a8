import type { ReplayStep } from "@kakehashi/contract/schemas/flows/replay-turn";
import { useEffect, useEffectEvent } from "react";
import { useAddressParams } from "../../kit/use-address-params.ts";

/**
 * Returns the index of the present step of a replay, and a function that goes to another step. The step is part of the
 * page's address, so that a link to it can be shared.
 */
export function useReplayStep(steps: readonly ReplayStep[]): readonly [number, (to: number) => void] {
  const [address, change] = useAddressParams();
  const requestedIndex = Number(address.get("step") ?? 1) - 1;
  const lastIndex = Math.max(0, steps.length - 1);
  const stepIndex = Number.isInteger(requestedIndex) ? Math.min(Math.max(requestedIndex, 0), lastIndex) : 0;
  const goToStep = (to: number) =>
    change((params) => params.set("step", String(Math.min(Math.max(to, 0), lastIndex) + 1)));
  return [stepIndex, goToStep];
}

/**
 * Returns the index of the step at which the next or the previous turn of a replay begins. Inside a turn, going back
 * leads to the beginning of this turn. Returns `stepIndex` if there is no such turn.
 */
export function findTurnStartIndex(
  steps: readonly ReplayStep[],
  stepIndex: number,
  direction: 1 | -1,
): number {
  const turn = steps[stepIndex]?.turnIndex ?? 0;
  const isInsideTurn = direction < 0 && steps[stepIndex - 1]?.turnIndex === turn;
  const foundIndex = steps.findIndex((step) => step.turnIndex === (isInsideTurn ? turn : turn + direction));
  return foundIndex < 0 ? stepIndex : foundIndex;
}

/**
 * The arrow keys go to the previous or next step of a replay. While the canvas has the focus, they move from block to
 * block instead.
 */
export function useReplayStepKeys(
  steps: readonly ReplayStep[],
  stepIndex: number,
  goToStep: (to: number) => void,
): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { key, shiftKey, ctrlKey, metaKey, altKey, target } = event;
    if (ctrlKey || metaKey || altKey || !(target instanceof HTMLElement)) return;
    if (target.closest("input, textarea, select, [contenteditable], [data-part], [role=dialog]")) return;
    const to = {
      ArrowRight: shiftKey ? findTurnStartIndex(steps, stepIndex, 1) : stepIndex + 1,
      ArrowLeft: shiftKey ? findTurnStartIndex(steps, stepIndex, -1) : stepIndex - 1,
      Home: 0,
      End: steps.length - 1,
    }[key];
    if (to === undefined) return;
    event.preventDefault();
    goToStep(to);
  });
  useEffect(() => {
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
}
