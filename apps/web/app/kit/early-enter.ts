import { useEffect, useEffectEvent, useState } from "react";

/** How far the answer to what stands in a field is. */
export type Answer = "awaited" | "here" | "failed";

/** What is needed of a pressed key. */
type Key = Pick<KeyboardEvent, "key" | "isComposing" | "keyCode" | "target">;

/** An Enter that came before the answer to what stands in its field. It counts for that text alone, and once. */
export class EarlyEnter {
  #text: string | null = null;
  #field: EventTarget | null = null;

  /** Whether the key is an Enter that has to wait. Any other key takes back the one that waits. */
  press({ key, isComposing, keyCode, target }: Key, text: string, answer: Answer): boolean {
    // An input method confirms its characters by Enter; Safari ends the composition before it tells of that key.
    const waits = key === "Enter" && !isComposing && keyCode !== 229 && answer === "awaited";
    this.#text = waits ? text : null;
    this.#field = waits ? target : null;
    return waits;
  }

  /** Whether the answer for which it waited is here, and `focus` is still in its field. */
  isDue(text: string, answer: Answer, focus: EventTarget | null): boolean {
    if (this.#text === null || (this.#text === text && answer === "awaited")) return false;
    const due = this.#text === text && answer === "here" && this.#field === focus;
    this.#text = null;
    this.#field = null;
    return due;
  }
}

/**
 * For a field with a list that is looked up as one types: who types fast presses Enter before the list is here. That Enter
 * waits, and then chooses.
 *
 * `choose` takes what Enter would take now, if anything. Show what it returns every key of the field: true means that the
 * key waits.
 */
export function useEarlyEnter(text: string, answer: Answer, choose: () => void): (key: Key) => boolean {
  const [enter] = useState(() => new EarlyEnter());
  const chooseNow = useEffectEvent(choose);
  useEffect(() => {
    if (enter.isDue(text, answer, document.activeElement)) chooseNow();
  }, [enter, text, answer]);
  useEffect(() => {
    // A field hears nothing of the Escape that closes what it stands in, and is there until that has faded out.
    const takeBack = (event: KeyboardEvent) => event.key !== "Enter" && enter.press(event, "", "here");
    addEventListener("keydown", takeBack, { capture: true });
    return () => removeEventListener("keydown", takeBack, { capture: true });
  }, [enter]);
  return (key) => enter.press(key, text, answer);
}
