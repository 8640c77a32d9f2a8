import { Suspense, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Dialog } from "../../kit/ui/dialog.tsx";
import { lazyPart } from "../../kit/ui/part.tsx";
import { SearchField } from "../../kit/ui/search-field.tsx";
import styles from "./palette.module.css";
import type { PageChoice } from "./palette-choices.tsx";

// Loaded at first use.
const Chooser = lazyPart(async () => (await import("./chooser.tsx")).Chooser);

/** The quick switcher, opened by Ctrl+K or ⌘K. Render it once in the workspace. `pages` are its page entries. */
export function Palette({ pages }: { pages: readonly PageChoice[] }) {
  const { t } = useTranslation("search");
  const [opened, setOpened] = useState(false);
  // The text is kept here and not in the part that loads later, so that no typed letter is lost.
  const [text, setText] = useState("");
  useEffect(() => {
    function handleKey(event: globalThis.KeyboardEvent): void {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey)) return;
      if (event.shiftKey || event.altKey || event.isComposing) return;
      event.preventDefault();
      setOpened((wasOpened) => !wasOpened);
      setText("");
    }
    addEventListener("keydown", handleKey);
    return () => removeEventListener("keydown", handleKey);
  }, []);
  return (
    <Dialog opened={opened} onClose={() => setOpened(false)} title={t("title")} width={600} nearTop>
      <Suspense
        fallback={
          <>
            <SearchField
              large
              data-autofocus
              label={t("go")}
              placeholder={t("goPlaceholder")}
              maxLength={200}
              value={text}
              onChange={setText}
            />
            <div className={styles.list} />
          </>
        }
      >
        <Chooser pages={pages} text={text} onChange={setText} onDone={() => setOpened(false)} />
      </Suspense>
    </Dialog>
  );
}
