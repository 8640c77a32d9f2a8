import { lazy, Suspense, useState } from "react";
import { IconButton } from "../../kit/ui/icon-button.tsx";
import { EmojiIcon } from "./icon.tsx";

const load = () => import("./popover.tsx");
const EmojiPopover = lazy(async () => ({ default: (await load()).EmojiPopover }));

interface Props {
  label: string;
  onPick: (type: string) => void;
  /** Told when the list of emojis opens and closes. */
  onOpen?: (opened: boolean) => void;
  size?: number;
}

/** A button that opens the list of emojis. */
export function EmojiButton(props: Props) {
  const { label, onOpen, size = 36 } = props;
  const [wanted, setWanted] = useState(false);
  const button = (
    <IconButton
      label={label}
      size={size}
      aria-haspopup="dialog"
      aria-expanded={false}
      onPointerEnter={load}
      onClick={() => {
        setWanted(true);
        onOpen?.(true);
      }}
    >
      <EmojiIcon size={size} />
    </IconButton>
  );
  if (!wanted) return button;
  return (
    <Suspense fallback={button}>
      <EmojiPopover {...props} />
    </Suspense>
  );
}
