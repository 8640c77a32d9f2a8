import { Button } from "./button.tsx";
import styles from "./unsent-buttons.module.css";
import { useCopy } from "./use-copy.ts";

interface UnsentButtonsProps {
  text: string;
  copyLabel: string;
  /** The message after the text was copied. */
  copiedText: string;
  discardLabel: string;
  onDiscard: () => void;
}

/** Two buttons for a text that cannot be sent any more: one copies the text, the other discards it. */
export function UnsentButtons({ text, copyLabel, copiedText, discardLabel, onDiscard }: UnsentButtonsProps) {
  const copyText = useCopy();
  return (
    <div className={styles.buttons}>
      <Button size="xs" onClick={() => copyText(text, copiedText)}>
        {copyLabel}
      </Button>
      <Button size="xs" kind="quiet" onClick={onDiscard}>
        {discardLabel}
      </Button>
    </div>
  );
}
