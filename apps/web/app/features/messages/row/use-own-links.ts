import { workspacePath } from "@kakehashi/contract/links";
import { useEffect } from "react";
import { type NavigateFunction, useNavigate } from "react-router";

/**
 * One entry for each shown message with a link to a page of Kakehashi. While there are entries, the document handles
 * clicks on these links.
 */
const shownMessages = new Set<{ readonly navigate: NavigateFunction }>();

function openInternalLink(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  const isPlainClick =
    event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
  const path = link?.closest("[data-message]") && workspacePath(link.href, location.origin);
  const [shownMessage] = shownMessages;
  if (!path || !isPlainClick || event.defaultPrevented || !shownMessage) return;
  event.preventDefault();
  void shownMessage.navigate(path);
}

/**
 * Opens a link to a page of Kakehashi in this tab, as everywhere in the workspace. All other links in a message open a
 * new tab. The document has one listener for the links of all messages.
 */
export function useInternalLinks(isNeeded: boolean): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!isNeeded) return;
    const shownMessage = { navigate };
    shownMessages.add(shownMessage);
    // The browser ignores a listener that was added before, so each message may add it.
    document.addEventListener("click", openInternalLink);
    return () => {
      shownMessages.delete(shownMessage);
      if (shownMessages.size === 0) document.removeEventListener("click", openInternalLink);
    };
  }, [isNeeded, navigate]);
}
