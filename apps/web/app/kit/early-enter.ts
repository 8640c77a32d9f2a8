import { useEffect, useEffectEvent, useState } from "react";

/** The state of the search for the field's text. */
export type Answer = "awaited" | "here" | "failed";

/** The fields of a key event that are used here. */
type Key = Pick<KeyboardEvent, "key" | "isComposing" | "keyCode" | "target">;

/** Remembers an Enter that came before the search result. It counts once, and only for that text. */
export class EarlyEnter {
  #text: string | null = null;
  #field: EventTarget | null = null;

  /** Handles a key. Returns true for an Enter that must wait. Any other key cancels a waiting Enter. */
  onKey({ key, isComposing, keyCode, target }: Key, text: string, answer: Answer): boolean {
    // Enter confirms an input method's text. Safari ends the composition first and marks that Enter with keyCode 229.
    const mustWait = key === "Enter" && !isComposing && keyCode !== 229 && answer === "awaited";
    this.#text = mustWait ? text : null;
    this.#field = mustWait ? target : null;
    return mustWait;
  }

  /** Whether the result has arrived and the focus is still in the same field. */
  isDue(text: string, answer: Answer, focus: EventTarget | null): boolean {
    if (this.#text === null || (this.#text === text && answer === "awaited")) return false;
    const due = this.#text === text && answer === "here" && this.#field === focus;
    this.#text = null;
    this.#field = null;
    return due;
  }
}

/**
 * For a field with a list of search results. A fast typist presses Enter before the results arrive. That Enter waits
 * and then calls `choose`. Pass each key event to the returned function; true means that the key waits.
 */
export function useEarlyEnter(text: string, answer: Answer, choose: () => void): (key: Key) => boolean {
  const [enter] = useState(() => new EarlyEnter());
  const chooseNow = useEffectEvent(choose);
  useEffect(() => {
    if (enter.isDue(text, answer, document.activeElement)) chooseNow();
  }, [enter, text, answer]);
  useEffect(() => {
    // The Escape that closes a dialog may not reach its field, which stays until the dialog has faded out.
    const cancel = (event: KeyboardEvent) => event.key !== "Enter" && enter.onKey(event, "", "here");
    addEventListener("keydown", cancel, { capture: true });
    return () => removeEventListener("keydown", cancel, { capture: true });
  }, [enter]);
  return (key) => enter.onKey(key, text, answer);
}
