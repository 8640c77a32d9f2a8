import type { UserSummary } from "@kakehashi/contract/users";
import type { KeyboardEvent } from "react";
import { useEarlyEnter } from "../../kit/early-enter.ts";

/**
 * Lets Enter choose the person if the search has found exactly one. While the search for the current text is running,
 * Enter waits for its result. `searchedText` is the text that the result on the page belongs to. Returns the field's
 * key handler.
 */
export function useEnterForOnlyResult<P extends UserSummary>(
  text: string,
  searchedText: string,
  {
    data,
    error,
    isPlaceholderData,
  }: {
    readonly data: readonly P[] | undefined;
    readonly error: unknown;
    readonly isPlaceholderData: boolean;
  },
  choosePerson: (person: P) => void,
): (event: KeyboardEvent) => void {
  const isAnswered = text === "" || (searchedText === text && data !== undefined && !isPlaceholderData);
  const hasFailed = searchedText === text && data === undefined && error !== null;
  function chooseOnlyResult(): void {
    const [person, secondPerson] = data ?? [];
    if (text !== "" && person && !secondPerson) choosePerson(person);
  }
  const waitsForResult = useEarlyEnter(
    text,
    isAnswered ? "here" : hasFailed ? "failed" : "awaited",
    chooseOnlyResult,
  );
  return ({ key, nativeEvent }) => {
    if (waitsForResult(nativeEvent) || !isAnswered) return;
    if (key === "Enter" && !nativeEvent.isComposing && nativeEvent.keyCode !== 229) chooseOnlyResult();
  };
}
