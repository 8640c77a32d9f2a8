import { opener } from "../../kit/ui/opener.tsx";
import { LanguageButton } from "./language-button.tsx";

/** A menu with only the interface languages. */
export const LanguageMenu = opener(
  async () => (await import("./language-menu-opened.tsx")).LanguageMenuOpened,
  (openerProps) => <LanguageButton {...openerProps} aria-haspopup="menu" aria-expanded={false} />,
);
