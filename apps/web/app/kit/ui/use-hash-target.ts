import { type RefObject, useEffect, useRef } from "react";
import { useLocation } from "react-router";

/**
 * The ref for the part of a page with this id. Scrolls to the part if the address names it: the browser looks for it
 * before a part that loads later is drawn.
 */
export function useHashTarget<Part extends HTMLElement>(id: string): RefObject<Part | null> {
  const part = useRef<Part>(null);
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies(key): A link to the part scrolls again.
  useEffect(() => {
    if (hash === `#${id}`) part.current?.scrollIntoView();
  }, [hash, id, key]);
  return part;
}
