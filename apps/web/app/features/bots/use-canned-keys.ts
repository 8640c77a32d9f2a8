import { useEffect, useEffectEvent, useLayoutEffect, useState } from "react";
import { useLayer } from "../../kit/layers.ts";
import { findTypedShortcut, type TypedShortcut } from "./canned-choices.ts";

/** Where the writer is typing a shortcut: the text field, and the position in its text. */
interface ShortcutPlace extends TypedShortcut {
  readonly textArea: HTMLTextAreaElement;
}

interface CannedKeysOptions<C> {
  anchor: HTMLElement | null;
  /** The HTML id of the menu of canned answers. The menu's options have the ids `{listId}-{index}`. */
  listId: string;
  findChoices: (search: string) => readonly C[];
  insertChoice: (choice: C, place: ShortcutPlace) => void;
}

/** The distance between the composer and the menu above it, in pixels. */
const gapPx = 6;

/**
 * Replaces the text between `start` and the caret in the same way as typing. So undo works in the browser, and React
 * gets an input event.
 */
export function replaceTextBeforeCaret(textArea: HTMLTextAreaElement, start: number, text: string): void {
  textArea.focus({ preventScroll: true });
  textArea.setSelectionRange(start, textArea.selectionEnd);
  document.execCommand("insertText", false, text);
}

/**
 * Handles keys in the composer inside `anchor` while somebody types the shortcut of a canned answer. Arrow keys choose
 * an answer, Enter and Tab accept it. The focus stays in the composer.
 */
export function useCannedAnswerKeys<C>({ anchor, listId, findChoices, insertChoice }: CannedKeysOptions<C>) {
  const [shortcutPlace, setShortcutPlace] = useState<ShortcutPlace | null>(null);
  const [index, setIndex] = useState(0);
  const choices = shortcutPlace ? findChoices(shortcutPlace.shortcutText) : [];
  const selectedIndex = Math.min(index, Math.max(0, choices.length - 1));
  const closeMenu = () => setShortcutPlace(null);
  useLayer(shortcutPlace !== null, closeMenu, { ownsEntry: false });

  function acceptChoice(choice: C): void {
    if (!shortcutPlace) return;
    setShortcutPlace(null);
    insertChoice(choice, shortcutPlace);
  }

  const onInput = useEffectEvent((event: Event) => {
    const { target } = event;
    if (!(target instanceof HTMLTextAreaElement)) return;
    const typedShortcut =
      target.selectionStart === target.selectionEnd
        ? findTypedShortcut(target.value, target.selectionStart)
        : null;
    if (typedShortcut?.shortcutText !== shortcutPlace?.shortcutText) setIndex(0);
    setShortcutPlace(typedShortcut && { ...typedShortcut, textArea: target });
  });
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    // Ignore keys by which an input method composes a character. Safari reports such keys with the key code 229.
    if (choices.length === 0 || event.isComposing || event.keyCode === 229) return;
    const indexStep = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const isAcceptKey = event.key === "Tab" || (event.key === "Enter" && !event.shiftKey);
    if (indexStep === undefined && !isAcceptKey) return;
    // Stop the key event before it reaches the composer. Otherwise Enter would send the message, and an arrow key would
    // open an earlier message for editing.
    event.preventDefault();
    event.stopPropagation();
    const choice = choices[selectedIndex];
    if (indexStep !== undefined) setIndex((selectedIndex + indexStep + choices.length) % choices.length);
    else if (choice !== undefined) acceptChoice(choice);
  });
  useEffect(() => {
    if (!anchor) return;
    const handleKey = (event: KeyboardEvent) => onKey(event);
    const handleInput = (event: Event) => onInput(event);
    // Keep the menu open if the focus moves from the text field into the menu. The menu may contain a link that
    // somebody wants to press.
    const closeOnBlur = ({ relatedTarget }: FocusEvent) => {
      if (!(relatedTarget instanceof Element && relatedTarget.closest("[data-canned]")))
        setShortcutPlace(null);
    };
    anchor.addEventListener("keydown", handleKey, { capture: true });
    anchor.addEventListener("input", handleInput);
    anchor.addEventListener("select", handleInput);
    anchor.addEventListener("focusout", closeOnBlur);
    return () => {
      anchor.removeEventListener("keydown", handleKey, { capture: true });
      anchor.removeEventListener("input", handleInput);
      anchor.removeEventListener("select", handleInput);
      anchor.removeEventListener("focusout", closeOnBlur);
    };
  }, [anchor]);

  // The text field is rendered by another component, so set its ARIA attributes directly in the DOM.
  const textArea = shortcutPlace?.textArea;
  const isShown = choices.length > 0;
  useEffect(() => {
    if (!textArea || !isShown) return;
    textArea.setAttribute("aria-controls", listId);
    textArea.setAttribute("aria-activedescendant", `${listId}-${selectedIndex}`);
    return () => {
      textArea.removeAttribute("aria-controls");
      textArea.removeAttribute("aria-activedescendant");
    };
  }, [textArea, isShown, listId, selectedIndex]);

  const form = textArea?.closest("form");
  const [bottomPx, setBottomPx] = useState(0);
  // The composer moves when a note below it appears or disappears. Compute the menu's position again.
  useLayoutEffect(() => {
    if (!anchor || !form) return;
    const measureBottom = () =>
      setBottomPx(anchor.getBoundingClientRect().bottom - form.getBoundingClientRect().top + gapPx);
    measureBottom();
    const resizeObserver = new ResizeObserver(measureBottom);
    resizeObserver.observe(form);
    resizeObserver.observe(anchor);
    return () => resizeObserver.disconnect();
  }, [anchor, form]);
  return { isOpen: shortcutPlace !== null, choices, selectedIndex, accept: acceptChoice, bottomPx };
}
