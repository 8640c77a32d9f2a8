import { useEffect, useEffectEvent, useState } from "react";
import { useLayer } from "../../kit/layers.ts";
import { type CannedTrigger, cannedTriggerAt } from "./canned-choices.ts";

/** Where the writer types a shortcut. */
interface Place extends CannedTrigger {
  readonly area: HTMLTextAreaElement;
}

interface Options<C> {
  place: HTMLElement | null;
  /** The id of the list. Its options have the id `{listId}-{index}`. */
  listId: string;
  find: (search: string) => readonly C[];
  accept: (choice: C, place: Place) => void;
}

/** The distance between the composer and the menu above it. */
const gapPx = 6;

/**
 * Inserts a text from `start` to the caret, as if it were typed: the browser's undo goes on to work, and React hears of
 * it.
 */
export function insertText(area: HTMLTextAreaElement, start: number, text: string): void {
  area.focus({ preventScroll: true });
  area.setSelectionRange(start, area.selectionEnd);
  document.execCommand("insertText", false, text);
}

/**
 * Listens to the composer inside `place`. While a shortcut is typed in it the arrow keys choose, and Enter and Tab
 * accept. The focus stays in the field.
 */
export function useCannedKeys<C>({ place, listId, find, accept }: Options<C>) {
  const [at, setAt] = useState<Place | null>(null);
  const [index, setIndex] = useState(0);
  const choices = at ? find(at.search) : [];
  const selectedIndex = Math.min(index, Math.max(0, choices.length - 1));
  const close = () => setAt(null);
  useLayer(at !== null, close, { ownsEntry: false });

  function acceptChoice(choice: C): void {
    if (!at) return;
    setAt(null);
    accept(choice, at);
  }

  const onText = useEffectEvent((event: Event) => {
    const { target } = event;
    if (!(target instanceof HTMLTextAreaElement)) return;
    const trigger =
      target.selectionStart === target.selectionEnd
        ? cannedTriggerAt(target.value, target.selectionStart)
        : null;
    if (trigger?.search !== at?.search) setIndex(0);
    setAt(trigger && { ...trigger, area: target });
  });
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    // While an input method composes, all keys belong to it.
    if (choices.length === 0 || event.isComposing || event.keyCode === 229) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const isAccepted = event.key === "Tab" || (event.key === "Enter" && !event.shiftKey);
    if (step === undefined && !isAccepted) return;
    // The composer must not send, or move to another message.
    event.preventDefault();
    event.stopPropagation();
    const choice = choices[selectedIndex];
    if (step !== undefined) setIndex((selectedIndex + step + choices.length) % choices.length);
    else if (choice !== undefined) acceptChoice(choice);
  });
  useEffect(() => {
    if (!place) return;
    const keys = (event: KeyboardEvent) => onKey(event);
    const text = (event: Event) => onText(event);
    const leave = () => setAt(null);
    place.addEventListener("keydown", keys, { capture: true });
    place.addEventListener("input", text);
    place.addEventListener("select", text);
    place.addEventListener("focusout", leave);
    return () => {
      place.removeEventListener("keydown", keys, { capture: true });
      place.removeEventListener("input", text);
      place.removeEventListener("select", text);
      place.removeEventListener("focusout", leave);
    };
  }, [place]);

  // The field is another component's, so it is told by attributes what screen readers should read.
  const area = at?.area;
  const isShown = choices.length > 0;
  useEffect(() => {
    if (!area || !isShown) return;
    area.setAttribute("aria-controls", listId);
    area.setAttribute("aria-activedescendant", `${listId}-${selectedIndex}`);
    return () => {
      area.removeAttribute("aria-controls");
      area.removeAttribute("aria-activedescendant");
    };
  }, [area, isShown, listId, selectedIndex]);

  const form = area?.closest("form");
  const bottomPx =
    place && form ? place.getBoundingClientRect().bottom - form.getBoundingClientRect().top + gapPx : 0;
  return { isOpen: at !== null, choices, selectedIndex, accept: acceptChoice, bottomPx };
}
