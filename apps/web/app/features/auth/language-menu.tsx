import { opener } from "../../kit/ui/opener.tsx";
import { LanguageButton } from "./language-button.tsx";

/** Switches the interface language, where nothing else is in the menu. */
export const LanguageMenu = opener(
  async () => (await import("./language-menu-opened.tsx")).LanguageMenuOpened,
  (opening) => <LanguageButton {...opening} aria-haspopup="menu" aria-expanded={false} />,
);
