import { Suspense, useEffect, useEffectEvent, useState } from "react";
import { useNavigate } from "react-router";
import { loadTexts } from "../../i18n/browser.ts";
import { useWasEverOpened } from "../../kit/ui/open-when-loaded.ts";
import { createLazyComponent, DialogLoadFailedToast } from "../../kit/ui/part.tsx";
import { getFirstConversations } from "../conversations/queries.ts";

const LazyShortcutList = createLazyComponent(async () => {
  const [list] = await Promise.all([import("./key-list.tsx"), loadTexts("keys")]);
  return list.ShortcutList;
}, DialogLoadFailedToast);

/** Whether the focus is in a text field, where a letter key types text and must not run a shortcut. */
function isTextField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

/**
 * Opens the previous or next conversation in the list. Outside of the chat pages, opens the first conversation of the
 * list.
 */
function openNeighbourConversation(direction: 1 | -1, navigate: (address: string) => unknown): void {
  if (!/^\/chat(\/|$)/.test(location.pathname)) {
    const [newestConversation] = getFirstConversations(1);
    navigate(newestConversation ? `/chat/${newestConversation.id}` : "/chat");
    return;
  }
  const links = [...document.querySelectorAll<HTMLAnchorElement>('a[href^="/chat/"]')];
  const currentIndex = links.findIndex((link) => link.getAttribute("aria-current") === "page");
  links[currentIndex < 0 ? 0 : currentIndex + direction]?.click();
}

/**
 * Opens the search of the open conversation, or the search of everything on a page without a conversation. On the
 * search page, focuses the search field.
 */
function openSearch(navigate: (address: string) => unknown): void {
  const room = /^\/chat\/([^/]+)/.exec(location.pathname)?.[1];
  const field = document.querySelector<HTMLInputElement>("main search input[type=search]");
  if (!field) navigate(room ? `/search?in=${room}` : "/search");
  field?.focus();
  field?.select();
}

/**
 * The keyboard shortcuts that work everywhere. `?` opens a list of them. Render this component once in the workspace.
 */
export function GlobalShortcutHandler() {
  const [isOpened, setOpened] = useState(false);
  const wasEverOpened = useWasEverOpened(isOpened);
  const navigate = useEffectEvent(useNavigate());

  useEffect(() => {
    function handleKey(event: KeyboardEvent): void {
      if (event.isComposing || event.defaultPrevented) return;
      const hasModifier = event.ctrlKey || event.metaKey;
      if (hasModifier && event.shiftKey && !event.altKey && event.key.toLowerCase() === "f") {
        event.preventDefault();
        openSearch((address) => navigate(address));
      } else if (event.altKey && !event.ctrlKey && (event.key === "ArrowUp" || event.key === "ArrowDown")) {
        event.preventDefault();
        openNeighbourConversation(event.key === "ArrowUp" ? -1 : 1, (address) => navigate(address));
      } else if (event.key === "?" && !isTextField(event.target)) {
        event.preventDefault();
        setOpened(true);
      }
    }
    addEventListener("keydown", handleKey);
    return () => removeEventListener("keydown", handleKey);
  }, []);

  if (!wasEverOpened) return null;
  return (
    <Suspense fallback={null}>
      <LazyShortcutList opened={isOpened} onClose={() => setOpened(false)} />
    </Suspense>
  );
}
