import { type RefObject, useEffect, useRef, useState } from "react";

/**
 * For what a button opens and what is loaded only then: it comes in the place of the button that was pressed, takes
 * over its focus, and opens.
 */
export function useLateOpening(): {
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

/** Whether it was open once: what is loaded then stays, so that it can fade when it closes. */
export function useWanted(opened: boolean): boolean {
  const [wanted, setWanted] = useState(opened);
  if (opened && !wanted) setWanted(true);
  return wanted || opened;
}
