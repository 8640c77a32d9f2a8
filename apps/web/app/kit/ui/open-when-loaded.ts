import { type RefObject, useEffect, useRef, useState } from "react";

/**
 * The state of a menu or dialog whose code was loaded by a press on its button. The component that calls this hook
 * replaces that button: the element of `target` gets the button's focus, and the menu or dialog opens.
 */
export function useOpenWhenLoaded(): {
  target: RefObject<HTMLButtonElement | null>;
  opened: boolean;
  setOpened: (opened: boolean) => void;
} {
  const target = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    target.current?.focus();
    setIsOpen(true);
  }, []);
  return { target, opened: isOpen, setOpened: setIsOpen };
}

/** Whether the menu or dialog was ever opened. It then stays rendered, because closing is animated. */
export function useWasEverOpened(isOpen: boolean): boolean {
  const [wasOpened, setWasOpened] = useState(isOpen);
  if (isOpen && !wasOpened) setWasOpened(true);
  return wasOpened || isOpen;
}
