import { useEffect, useEffectEvent } from "react";
import { IconButton } from "../../kit/ui/icon-button.tsx";
import { useLateOpening } from "../../kit/ui/late.ts";
import { Popover } from "../../kit/ui/popover.tsx";
import styles from "./button.module.css";
import { EmojiIcon } from "./icon.tsx";
import { EmojiPicker } from "./picker.tsx";

interface Props {
  label: string;
  onPick: (type: string) => void;
  /** Called when the picker opens and closes. */
  onOpen?: (opened: boolean) => void;
  size?: number;
}

/** The picker with its button, loaded when first opened. */
export function EmojiPopover({ label, onPick, onOpen, size = 36 }: Props) {
  const { target, opened, setOpened } = useLateOpening();
  const begin = useEffectEvent(() => onOpen?.(true));
  useEffect(() => begin(), []);
  function turn(next: boolean): void {
    setOpened(next);
    onOpen?.(next);
  }
  return (
    <Popover opened={opened} onChange={turn} position="top-end" classNames={styles}>
      <Popover.Target>
        <IconButton ref={target} label={label} size={size} onClick={() => turn(!opened)}>
          <EmojiIcon size={size} />
        </IconButton>
      </Popover.Target>
      <Popover.Dropdown>
        <EmojiPicker
          onPick={(type) => {
            turn(false);
            onPick(type);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
