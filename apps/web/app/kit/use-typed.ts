import { useEffect, useEffectEvent, useState } from "react";
import { useLocation, useNavigation } from "react-router";

const typingPauseMs = 250;

export interface TypedProps {
  given: string;
  change: (value: string) => void;
}

/**
 * A text that changes the address once its writer pauses. `read` makes the address's value of it, or undefined while it
 * is none. What the address says otherwise replaces the text.
 */
export function useTyped({ given, change }: TypedProps, read: (text: string) => string | undefined) {
  const [text, setText] = useState(given);
  const [applied, setApplied] = useState(given);
  const value = read(text);
  const { pathname } = useLocation();
  const next = useNavigation().location?.pathname;
  // A change of the address now would call off the way to another page.
  const isLeaving = next !== undefined && next !== pathname;
  if (given !== applied) {
    setApplied(given);
    if (value !== given) setText(given);
  }
  const apply = useEffectEvent(change);
  useEffect(() => {
    if (isLeaving || value === undefined || value === applied) return;
    const timer = setTimeout(() => apply(value), typingPauseMs);
    return () => clearTimeout(timer);
  }, [value, applied, isLeaving]);
  return { text, setText, isValid: value !== undefined };
}
