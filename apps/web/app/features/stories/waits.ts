export const secondsByWaitUnit = { seconds: 1, minutes: 60, hours: 3_600, days: 86_400 } as const;
export type WaitUnit = keyof typeof secondsByWaitUnit;

/** Converts seconds to the largest unit that gives an integer. */
export function splitWaitSeconds(seconds: number): { unit: WaitUnit; number: number } {
  const unit =
    (["days", "hours", "minutes"] as const).find((unitName) => seconds % secondsByWaitUnit[unitName] === 0) ??
    "seconds";
  return { unit, number: seconds / secondsByWaitUnit[unit] };
}
