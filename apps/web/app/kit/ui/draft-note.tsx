import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import styles from "./draft-note.module.css";

interface Props {
  /** A sentence that says when the restored text was written. */
  text: string;
  discardLabel: string;
  onDiscard: () => void;
}

/** Says that the form has restored text that was typed before. A button discards this text. */
export function DraftNote({ text, discardLabel, onDiscard }: Props) {
  return (
    <div className={styles.note} role="status">
      <span>{text}</span>
      <Button kind="quiet" size="xs" onClick={onDiscard}>
        {discardLabel}
      </Button>
    </div>
  );
}

/** Says when the draft was last stored. The line stays empty while there is no draft. */
export function DraftTime({ children }: { children: ReactNode }) {
  return <p className={styles.time}>{children}</p>;
}
