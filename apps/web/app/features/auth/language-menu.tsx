import { createLazyOpener } from "../../kit/ui/lazy-opener.tsx";
import { LanguageButton } from "./language-button.tsx";

/** A menu for visitors without an account. It contains only the interface languages. */
export const LanguageMenu = createLazyOpener(
  async () => (await import("./language-menu-opened.tsx")).LanguageMenuContent,
  (openerProps) => <LanguageButton {...openerProps} aria-haspopup="menu" aria-expanded={false} />,
);
