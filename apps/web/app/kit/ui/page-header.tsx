import type { ReactNode } from "react";
import styles from "./page-header.module.css";

interface Props {
  title: ReactNode;
  /** A quiet line below the title. */
  note?: ReactNode;
  /** The note changes while one looks: it stays on one line, so that nothing below it moves. */
  steady?: boolean;
  /** Before the title: a way back, a picture. */
  before?: ReactNode;
  actions?: ReactNode;
  /** The page's own heading is `h1`; a pane beside it is `h2`. */
  level?: 1 | 2;
}

/** The bar at the top of a pane. */
export function PageHeader({ title, note, steady = false, before, actions, level = 1 }: Props) {
  const Heading = level === 1 ? "h1" : "h2";
  return (
    <header className={styles.header}>
      {before}
      <div className={styles.words}>
        <Heading className={styles.title}>{title}</Heading>
        {note && (
          <p className={styles.note} data-steady={steady || undefined}>
            {note}
          </p>
        )}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </header>
  );
}
