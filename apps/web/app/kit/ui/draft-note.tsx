import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import styles from "./draft-note.module.css";

interface DraftNoteProps {
  /** A sentence that says when the restored text was written. */
  text: string;
  discardLabel: string;
  onDiscard: () => void;
}

/** A note that the form has restored typed text, with a button that discards it. */
export function DraftNote({ text, discardLabel, onDiscard }: DraftNoteProps) {
  return (
    <div className={styles.note} role="status">
      <span>{text}</span>
      <Button kind="quiet" size="xs" onClick={onDiscard}>
        {discardLabel}
      </Button>
    </div>
  );
}

/** A line with the time when the draft was last stored. It stays empty while there is no draft. */
export function DraftTime({ children }: { children: ReactNode }) {
  return <p className={styles.time}>{children}</p>;
}
