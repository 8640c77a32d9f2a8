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
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    target.current?.focus();
    setOpened(true);
  }, []);
  return { target, opened, setOpened };
}

/** Whether the menu or dialog was ever opened. It then stays rendered, because closing is animated. */
export function useWasEverOpened(opened: boolean): boolean {
  const [wasOpened, setWasOpened] = useState(opened);
  if (opened && !wasOpened) setWasOpened(true);
  return wasOpened || opened;
}
