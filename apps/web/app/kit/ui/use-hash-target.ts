import { type RefObject, useEffect, useRef } from "react";
import { useLocation } from "react-router";

/**
 * Returns a ref for the page section with this id. If the address's hash contains the id, scrolls to the section. The
 * browser does not do this for sections that are rendered after the page has loaded.
 */
export function useHashScrollRef<Part extends HTMLElement>(id: string): RefObject<Part | null> {
  const targetElement = useRef<Part>(null);
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies(key): A link to the part scrolls again.
  useEffect(() => {
    if (hash === `#${id}`) targetElement.current?.scrollIntoView();
  }, [hash, id, key]);
  return targetElement;
}
