import { findWorkspacePath } from "@kakehashi/contract/links";
import { useEffect } from "react";
import { type NavigateFunction, useNavigate } from "react-router";

/**
 * One entry for each message on the page with a link to a page of Kakehashi. As long as there are entries, a single
 * listener on the document handles the clicks on these links.
 */
const shownMessages = new Set<{ readonly navigate: NavigateFunction }>();

function openInternalLink(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  const isPlainClick =
    event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
  const path = link?.closest("[data-message]") && findWorkspacePath(link.href, location.origin);
  const [shownMessage] = shownMessages;
  if (!path || !isPlainClick || event.defaultPrevented || !shownMessage) return;
  event.preventDefault();
  void shownMessage.navigate(path);
}

/**
 * Opens links to pages of Kakehashi in this tab. All other links in messages open a new tab. A single listener on the
 * document handles all messages.
 */
export function useInternalLinks(isNeeded: boolean): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!isNeeded) return;
    const shownMessage = { navigate };
    shownMessages.add(shownMessage);
    // The same function is added for each message. The browser registers it only once.
    document.addEventListener("click", openInternalLink);
    return () => {
      shownMessages.delete(shownMessage);
      if (shownMessages.size === 0) document.removeEventListener("click", openInternalLink);
    };
  }, [isNeeded, navigate]);
}
