import { type RefObject, useEffect, useRef, useState } from "react";

/**
 * Props of a component that replaces the button whose press or hover has loaded it. It gets the button's focus and
 * opens its menu or dialog.
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
