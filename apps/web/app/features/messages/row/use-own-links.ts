import { workspacePath } from "@kakehashi/contract/links";
import { useEffect } from "react";
import { type NavigateFunction, useNavigate } from "react-router";

/**
 * One entry for each shown message that links to pages of Kakehashi. While there is an entry, the document listens
 * for clicks.
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
 * Opens a link to a page of Kakehashi in this tab, like every link of the workspace. Other links in a message open a
 * new tab. The document has one listener for all messages. It is loaded separately, so that the chat's first view
 * stays small.
 */
export function useInternalLinks(isNeeded: boolean): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!isNeeded) return;
    const shownMessage = { navigate };
    shownMessages.add(shownMessage);
    // The browser ignores a listener that was added already, so this call can be repeated.
    document.addEventListener("click", openInternalLink);
    return () => {
      shownMessages.delete(shownMessage);
      if (shownMessages.size === 0) document.removeEventListener("click", openInternalLink);
    };
  }, [isNeeded, navigate]);
}
