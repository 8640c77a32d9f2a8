import { useEffect, useEffectEvent } from "react";
import { IconButton } from "../../kit/ui/icon-button.tsx";
import { useOpenWhenLoaded } from "../../kit/ui/open-when-loaded.ts";
import { Popover } from "../../kit/ui/popover.tsx";
import styles from "./button.module.css";
import { EmojiIcon } from "./icon.tsx";
import { EmojiPicker } from "./picker.tsx";

interface EmojiPopoverProps {
  label: string;
  onPick: (type: string) => void;
  /** Called when the emoji picker opens and closes. */
  onOpen?: (opened: boolean) => void;
  size?: number;
}

/** A button that opens the emoji picker. The picker's code is loaded when it is first opened. */
export function EmojiPopover({ label, onPick, onOpen, size = 36 }: EmojiPopoverProps) {
  const { target, opened, setOpened } = useOpenWhenLoaded();
  const notifyOpened = useEffectEvent(() => onOpen?.(true));
  useEffect(() => notifyOpened(), []);
  function setIsOpen(isOpen: boolean): void {
    setOpened(isOpen);
    onOpen?.(isOpen);
  }
  return (
    <Popover opened={opened} onChange={setIsOpen} position="top-end" classNames={styles}>
      <Popover.Target>
        <IconButton ref={target} label={label} size={size} onClick={() => setIsOpen(!opened)}>
          <EmojiIcon size={size} />
        </IconButton>
      </Popover.Target>
      <Popover.Dropdown>
        <EmojiPicker
          onPick={(type) => {
            setIsOpen(false);
            onPick(type);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
