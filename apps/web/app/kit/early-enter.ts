import { useEffect, useEffectEvent, useState } from "react";

/** The state of the search for a field's text: still running, finished, or failed. */
export type SearchResultState = "awaited" | "here" | "failed";

/** The fields of a key event that this module reads. */
type KeyEventFields = Pick<KeyboardEvent, "key" | "isComposing" | "keyCode" | "target">;

/**
 * Remembers an Enter that was pressed before the search result arrived. It is used once, and only if the field still
 * has the same text.
 */
export class PendingEnter {
  #text: string | null = null;
  #field: EventTarget | null = null;

  /**
   * Handles a key press in a search field. Returns true if it is an Enter that must wait for the result. Any other key
   * cancels the waiting Enter.
   */
  onKey(
    { key, isComposing, keyCode, target }: KeyEventFields,
    text: string,
    searchState: SearchResultState,
  ): boolean {
    // Ignore an Enter that ends an input method's composition. Safari marks it only with `keyCode` 229.
    const isEarlyEnter = key === "Enter" && !isComposing && keyCode !== 229 && searchState === "awaited";
    this.#text = isEarlyEnter ? text : null;
    this.#field = isEarlyEnter ? target : null;
    return isEarlyEnter;
  }

  /**
   * Whether the waiting Enter must take effect now: the result for its text has arrived, and the field still has the
   * focus.
   */
  isReadyToChoose(text: string, searchState: SearchResultState, focusedElement: EventTarget | null): boolean {
    if (this.#text === null || (this.#text === text && searchState === "awaited")) return false;
    const isReadyToChoose = this.#text === text && searchState === "here" && this.#field === focusedElement;
    this.#text = null;
    this.#field = null;
    return isReadyToChoose;
  }
}

/**
 * Lets people press Enter in a search field before the result arrives. The Enter then waits and calls `chooseResult`. Pass
 * every key event of the field to the returned function. It returns true for an Enter that waits.
 */
export function useEarlyEnter(
  text: string,
  searchState: SearchResultState,
  chooseResult: () => void,
): (key: KeyEventFields) => boolean {
  const [pendingEnter] = useState(() => new PendingEnter());
  const chooseLatest = useEffectEvent(chooseResult);
  useEffect(() => {
    if (pendingEnter.isReadyToChoose(text, searchState, document.activeElement)) chooseLatest();
  }, [pendingEnter, text, searchState]);
  useEffect(() => {
    // Any other key cancels the waiting Enter, even a key outside of the field. After Escape has closed a dialog, its
    // field still exists until the fade-out ends.
    const cancelPendingEnter = (event: KeyboardEvent) =>
      event.key !== "Enter" && pendingEnter.onKey(event, "", "here");
    addEventListener("keydown", cancelPendingEnter, { capture: true });
    return () => removeEventListener("keydown", cancelPendingEnter, { capture: true });
  }, [pendingEnter]);
  return (key) => pendingEnter.onKey(key, text, searchState);
}
