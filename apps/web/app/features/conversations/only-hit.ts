import type { UserSummary } from "@kakehashi/contract/users";
import type { KeyboardEvent } from "react";
import { useEarlyEnter } from "../../kit/early-enter.ts";
import type { usePeopleSearch } from "./members.ts";

/**
 * Lets Enter choose the only person found, once the result belongs to the current text. Returns the key handler of the
 * field. `settled` is the text that was searched.
 */
export function useOnlyHit(
  text: string,
  settled: string,
  { data, error, isPlaceholderData }: ReturnType<typeof usePeopleSearch>,
  choose: (person: UserSummary) => void,
): (event: KeyboardEvent) => void {
  const isAnswered = text === "" || (settled === text && data !== undefined && !isPlaceholderData);
  const hasFailed = settled === text && data === undefined && error !== null;
  function chooseOnly(): void {
    const [person, another] = data ?? [];
    if (text !== "" && person && !another) choose(person);
  }
  const waits = useEarlyEnter(text, isAnswered ? "here" : hasFailed ? "failed" : "awaited", chooseOnly);
  return ({ key, nativeEvent }) => {
    if (waits(nativeEvent) || !isAnswered) return;
    if (key === "Enter" && !nativeEvent.isComposing && nativeEvent.keyCode !== 229) chooseOnly();
  };
}
