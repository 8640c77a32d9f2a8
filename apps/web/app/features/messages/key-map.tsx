import { Suspense, useEffect, useEffectEvent, useState } from "react";
import { useNavigate } from "react-router";
import { loadTexts } from "../../i18n/browser.ts";
import { useWanted } from "../../kit/ui/late.ts";
import { MissingDialog, part } from "../../kit/ui/part.tsx";
import { newestConversations } from "../conversations/queries.ts";

const KeyList = part(async () => {
  const [list] = await Promise.all([import("./key-list.tsx"), loadTexts("keys")]);
  return list.KeyList;
}, MissingDialog);

/** Whether the focus is in a text field, where a letter types a letter. */
function isWriting(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

/** Opens the next or previous conversation of the list. From another page, opens the newest one. */
function step(by: 1 | -1, go: (address: string) => unknown): void {
  if (!/^\/chat(\/|$)/.test(location.pathname)) {
    const [newest] = newestConversations(1);
    go(newest ? `/chat/${newest.id}` : "/chat");
    return;
  }
  const links = [...document.querySelectorAll<HTMLAnchorElement>('a[href^="/chat/"]')];
  const here = links.findIndex((link) => link.getAttribute("aria-current") === "page");
  links[here < 0 ? 0 : here + by]?.click();
}

/**
 * Opens the search of the open conversation. On other pages it opens the search of everything; on the search
 * page it focuses the field.
 */
function search(go: (address: string) => unknown): void {
  const room = /^\/chat\/([^/]+)/.exec(location.pathname)?.[1];
  const field = document.querySelector<HTMLInputElement>("main search input[type=search]");
  if (!field) go(room ? `/search?in=${room}` : "/search");
  field?.focus();
  field?.select();
}

/** The global keyboard shortcuts. `?` opens their list. Render it once in the workspace. */
export function KeyMap() {
  const [opened, setOpened] = useState(false);
  const wanted = useWanted(opened);
  const go = useEffectEvent(useNavigate());

  useEffect(() => {
    function press(event: KeyboardEvent): void {
      if (event.isComposing || event.defaultPrevented) return;
      const held = event.ctrlKey || event.metaKey;
      if (held && event.shiftKey && !event.altKey && event.key.toLowerCase() === "f") {
        event.preventDefault();
        search((address) => go(address));
      } else if (event.altKey && !event.ctrlKey && (event.key === "ArrowUp" || event.key === "ArrowDown")) {
        event.preventDefault();
        step(event.key === "ArrowUp" ? -1 : 1, (address) => go(address));
      } else if (event.key === "?" && !isWriting(event.target)) {
        event.preventDefault();
        setOpened(true);
      }
    }
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);

  if (!wanted) return null;
  return (
    <Suspense fallback={null}>
      <KeyList opened={opened} onClose={() => setOpened(false)} />
    </Suspense>
  );
}
