import type { ReactNode } from "react";
import styles from "./kbd.module.css";

/** A keyboard key. */
export function KeyboardKey({ children }: { children: ReactNode }) {
  return <kbd className={styles.key}>{children}</kbd>;
}

/**
 * A text with keyboard keys, each written as `<0>Enter</0>`. It replaces the component of i18next for this purpose,
 * which is as large as the whole composer.
 */
export function TextWithKeys({ text }: { text: string }) {
  return text.split(/<\d>([^<]*)<\/\d>/).map((textPart, index) => {
    const key = `${index} ${textPart}`;
    if (index % 2 === 0) return textPart;
    return (
      <kbd key={key} className={`${styles.key} ${styles.inText}`}>
        {textPart}
      </kbd>
    );
  });
}
