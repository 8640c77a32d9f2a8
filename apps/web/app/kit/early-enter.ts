import { useEffect, useEffectEvent, useState } from "react";

/** The state of the search for a field's text: still awaited, its result is here, or it has failed. */
export type SearchState = "awaited" | "here" | "failed";

/** The fields of a key event that this module reads. */
type KeyEventFields = Pick<KeyboardEvent, "key" | "isComposing" | "keyCode" | "target">;

/**
 * Remembers that Enter was pressed before the search result arrived. This Enter counts once, and only for the text that
 * was in the field when it was pressed.
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
    // Ignore an Enter that confirms the text of an input method. Safari marks this Enter only with keyCode 229, because
    // it ends the composition first.
    const isEarlyEnter = key === "Enter" && !isComposing && keyCode !== 229 && searchState === "awaited";
    this.#text = isEarlyEnter ? text : null;
    this.#field = isEarlyEnter ? target : null;
    return isEarlyEnter;
  }

  /**
   * Whether the waiting Enter must choose now: the result for its text has arrived, and the focus is still in its
   * field.
   */
  isReadyToChoose(text: string, searchState: SearchState, focusedElement: EventTarget | null): boolean {
    if (this.#text === null || (this.#text === text && searchState === "awaited")) return false;
    const isReadyToChoose = this.#text === text && searchState === "here" && this.#field === focusedElement;
    this.#text = null;
    this.#field = null;
    return isReadyToChoose;
  }
}

/**
 * Lets people press Enter in a search field before the results arrive. That Enter waits and then calls `choose`. Pass
 * each key event of the field to the returned function. It returns true if the event is an Enter that waits.
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
    // Cancel a waiting Enter by any other key, even outside of the field. After Escape has closed a dialog, the field
    // exists until the dialog has faded out.
    const cancel = (event: KeyboardEvent) => event.key !== "Enter" && earlyEnter.onKey(event, "", "here");
    addEventListener("keydown", cancel, { capture: true });
    return () => removeEventListener("keydown", cancel, { capture: true });
  }, [earlyEnter]);
  return (key) => earlyEnter.onKey(key, text, searchState);
}
