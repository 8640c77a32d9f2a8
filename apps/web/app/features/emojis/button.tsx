import { loadTexts } from "../../i18n/browser.ts";
import { IconButton } from "../../kit/ui/icon-button.tsx";
import { createLazyOpener } from "../../kit/ui/lazy-opener.tsx";
import { EmojiIcon } from "./icon.tsx";

export const EmojiButton = createLazyOpener(
  async () => (await Promise.all([import("./popover.tsx"), loadTexts("emojis")]))[0].EmojiPopover,
  ({ label, size = 36, onPointerEnter, onClick }) => (
    <IconButton
      label={label}
      size={size}
      aria-haspopup="dialog"
      aria-expanded={false}
      onPointerEnter={onPointerEnter}
      onClick={onClick}
    >
      <EmojiIcon size={size} />
    </IconButton>
  ),
);
