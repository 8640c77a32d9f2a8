import { type RefObject, useEffect, useRef } from "react";
import { useLocation } from "react-router";

/**
 * Returns a ref for the section of a page with this id. Scrolls to the section if the hash of the address names it. The
 * browser does not do that for a section that is rendered after the page has loaded.
 */
export function useHashTarget<Part extends HTMLElement>(id: string): RefObject<Part | null> {
  const section = useRef<Part>(null);
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies(key): A link to the part scrolls again.
  useEffect(() => {
    if (hash === `#${id}`) section.current?.scrollIntoView();
  }, [hash, id, key]);
  return section;
}
