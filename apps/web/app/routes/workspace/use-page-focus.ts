import { useEffect, useRef } from "react";

/**
 * After a navigation the heading of the new page gets the focus, so that a screen reader says where one is. A
 * page that focuses something itself, or keeps what was focused, is left alone.
 */
export function usePageFocus(pathname: string): void {
  const lastPathname = useRef(pathname);
  useEffect(() => {
    if (lastPathname.current === pathname) return;
    lastPathname.current = pathname;
    // The effects of the page have run before.
    if (document.activeElement?.closest("#content, dialog, [role=dialog]")) return;
    const target = document.querySelector<HTMLElement>("#content h1") ?? document.getElementById("content");
    if (!target) return;
    target.tabIndex = -1;
    target.focus({ preventScroll: true });
  }, [pathname]);
}
