import { Suspense, useEffect, useState } from "react";
import { useWasEverOpened } from "../../kit/ui/open-when-loaded.ts";
import { createLazyComponent, DialogLoadFailedToast } from "../../kit/ui/part.tsx";
import type { SwitcherPage } from "./palette-choices.tsx";

// The dialog of the quick switcher. Its code is loaded when it is first opened.
const SwitcherDialog = createLazyComponent(
  async () => (await import("./chooser.tsx")).SwitcherDialog,
  DialogLoadFailedToast,
);

/**
 * The quick switcher, opened by Ctrl+K or ⌘K. Render this component once in the workspace. `pages` are the pages that
 * it offers.
 */
export function QuickSwitcher({ pages }: { pages: readonly SwitcherPage[] }) {
  const [isOpened, setIsOpened] = useState(false);
  // Keep the typed text in this component. The dialog loads later, and no typed letter must be lost.
  const [text, setText] = useState("");
  const wasOpened = useWasEverOpened(isOpened);
  useEffect(() => {
    function handleKey(event: globalThis.KeyboardEvent): void {
      const { key, altKey, shiftKey, isComposing, target } = event;
      const isCommandKeyHeld = event.ctrlKey || event.metaKey;
      if (altKey || isComposing) return;
      if (isCommandKeyHeld && key.toLowerCase() === "k" && !shiftKey) {
        setIsOpened(!isOpened);
        setText("");
      } else if (isCommandKeyHeld || !isOpened || (target as Element).closest("[role=dialog]")) return;
      // While the dialog loads, collect the typed letters and ignore Enter. Otherwise they would go to the page's
      // composer, and Enter would send its text.
      else if (key.length === 1) setText((previousText) => previousText + key);
      else if (key === "Backspace") setText((previousText) => previousText.slice(0, -1));
      else if (key !== "Enter") return;
      event.preventDefault();
      event.stopPropagation();
    }
    // While the quick switcher is open, listen in the capture phase, so that no other part of the page gets the keys.
    // While it is closed, listen after all others, because an editor may use Ctrl+K itself.
    addEventListener("keydown", handleKey, isOpened);
    return () => removeEventListener("keydown", handleKey, isOpened);
  }, [isOpened]);
  return (
    <Suspense fallback={null}>
      {wasOpened && (
        <SwitcherDialog
          opened={isOpened}
          onClose={() => setIsOpened(false)}
          pages={pages}
          text={text}
          onChange={setText}
        />
      )}
    </Suspense>
  );
}
