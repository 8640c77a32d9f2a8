import { lazy, Suspense, useState } from "react";
import { LanguageButton } from "./language-button.tsx";

const load = () => import("./language-menu-opened.tsx");
const Opened = lazy(async () => ({ default: (await load()).LanguageMenuOpened }));

/** Switches the interface language, where nothing else is in the menu. */
export function LanguageMenu() {
  const [wanted, setWanted] = useState(false);
  const button = (
    <LanguageButton
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={load}
      onClick={() => setWanted(true)}
    />
  );
  if (!wanted) return button;
  return (
    <Suspense fallback={button}>
      <Opened />
    </Suspense>
  );
}
