import type { ReactNode } from "react";
import styles from "./page-header.module.css";

interface PageHeaderProps {
  title: ReactNode;
  /** A second, less important line below the title. */
  note?: ReactNode;
  /**
   * Whether the line below the title may change while the page is open. It is then always exactly one line, so that the
   * content below does not move.
   */
  isNoteOnOneLine?: boolean;
  /** Content before the page's title: a back link or a picture. */
  beforeTitle?: ReactNode;
  actions?: ReactNode;
  /** The level of the heading: 1 for a page, 2 for a pane. */
  headingLevel?: 1 | 2;
}

/** The header bar of a page or pane. */
export function PageHeader({
  title,
  note,
  isNoteOnOneLine = false,
  beforeTitle,
  actions,
  headingLevel = 1,
}: PageHeaderProps) {
  const Heading = headingLevel === 1 ? "h1" : "h2";
  return (
    <header className={styles.header}>
      {beforeTitle}
      <div className={styles.textColumn}>
        <Heading className={styles.title}>{title}</Heading>
        {note && (
          <p className={styles.note} data-steady={isNoteOnOneLine || undefined}>
            {note}
          </p>
        )}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </header>
  );
}
