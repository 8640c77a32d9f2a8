import { createLazyOpener } from "../../kit/ui/lazy-opener.tsx";
import { MoreNavigationButton } from "./rail-more-button.tsx";

/** A menu with the last entries of a phone's navigation bar. */
export const MoreNavigationMenu = createLazyOpener(
  async () => (await import("./rail-more-opened.tsx")).OpenedMoreNavigationMenu,
  ({ entries, onPointerEnter, onClick }) => (
    <MoreNavigationButton
      entries={entries}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={onPointerEnter}
      onClick={onClick}
    />
  ),
);
