import { createLazyOpener } from "../../kit/ui/lazy-opener.tsx";
import { MoreButton } from "./rail-more-button.tsx";

/** A menu with the last entries of a phone's navigation bar. */
export const MoreEntries = createLazyOpener(
  async () => (await import("./rail-more-opened.tsx")).MoreEntriesOpened,
  ({ entries, onPointerEnter, onClick }) => (
    <MoreButton
      entries={entries}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={onPointerEnter}
      onClick={onClick}
    />
  ),
);
