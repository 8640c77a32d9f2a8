import { Suspense, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Dialog } from "../../kit/ui/dialog.tsx";
import { part } from "../../kit/ui/part.tsx";
import { SearchField } from "../../kit/ui/search-field.tsx";
import styles from "./palette.module.css";
import type { PageChoice } from "./palette-choices.tsx";

// Most pages are left without it: it comes when it is first asked for.
const Chooser = part(async () => (await import("./chooser.tsx")).Chooser);

/** The way to anywhere, by Ctrl or ⌘ and K. Once in the workspace. `pages`: its parts. */
export function Palette({ pages }: { pages: readonly PageChoice[] }) {
  const { t } = useTranslation("search");
  const [opened, setOpened] = useState(false);
  // Here, and not in what comes late: who types at once loses no letter.
  const [text, setText] = useState("");
  useEffect(() => {
    function press(event: globalThis.KeyboardEvent): void {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey)) return;
      if (event.shiftKey || event.altKey || event.isComposing) return;
      event.preventDefault();
      setOpened((before) => !before);
      setText("");
    }
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
  return (
    <Dialog opened={opened} onClose={() => setOpened(false)} title={t("title")} width={600} high>
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
