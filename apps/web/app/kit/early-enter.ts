import { useEffect, useEffectEvent, useState } from "react";

/** The state of the search for a field's text: waiting for the result, result here, or failed. */
export type SearchState = "awaited" | "here" | "failed";

/** The fields of a key event that this module reads. */
type KeyEventFields = Pick<KeyboardEvent, "key" | "isComposing" | "keyCode" | "target">;

/**
 * Remembers that Enter was pressed before the search result came. It counts once, and only for the text that was typed
 * then.
 */
export class PendingEnter {
  #text: string | null = null;
  #field: EventTarget | null = null;

  /**
   * Handles a key in a search field. Returns true for an Enter that must wait for the search result. Any other key
   * cancels a waiting Enter.
   */
  onKey(
    { key, isComposing, keyCode, target }: KeyEventFields,
    text: string,
    searchState: SearchState,
  ): boolean {
    // Enter can also confirm the text of an input method. Safari ends the composition first and marks that Enter with
    // keyCode 229.
    const isEarlyEnter = key === "Enter" && !isComposing && keyCode !== 229 && searchState === "awaited";
    this.#text = isEarlyEnter ? text : null;
    this.#field = isEarlyEnter ? target : null;
    return isEarlyEnter;
  }

  /** Whether the search result has arrived while the focus is still in the same field. */
  isReadyToChoose(text: string, searchState: SearchState, focusedElement: EventTarget | null): boolean {
    if (this.#text === null || (this.#text === text && searchState === "awaited")) return false;
    const isReadyToChoose = this.#text === text && searchState === "here" && this.#field === focusedElement;
    this.#text = null;
    this.#field = null;
    return isReadyToChoose;
  }
}

/**
 * For a field with a list of search results. A fast typist presses Enter before the results arrive. That
 * Enter waits and then calls `choose`. Pass each key event to the returned function; it returns true if the
 * key waits.
 */
export function useEarlyEnter(
  text: string,
  searchState: SearchState,
  choose: () => void,
): (key: KeyEventFields) => boolean {
  const [earlyEnter] = useState(() => new PendingEnter());
  const chooseLatest = useEffectEvent(choose);
  useEffect(() => {
    if (earlyEnter.isReadyToChoose(text, searchState, document.activeElement)) chooseLatest();
  }, [earlyEnter, text, searchState]);
  useEffect(() => {
    // The Escape that closes a dialog may not reach the dialog's field, which stays until the dialog has
    // faded out.
    const cancel = (event: KeyboardEvent) => event.key !== "Enter" && earlyEnter.onKey(event, "", "here");
    addEventListener("keydown", cancel, { capture: true });
    return () => removeEventListener("keydown", cancel, { capture: true });
  }, [earlyEnter]);
  return (key) => earlyEnter.onKey(key, text, searchState);
}
