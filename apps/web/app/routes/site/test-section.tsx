import type { ReactNode } from "react";
import styles from "./test.module.css";

/** A section of the style guide: a heading and samples below it. */
export function StyleGuideSection({
  title,
  children,
  isWide = false,
}: {
  title: string;
  children: ReactNode;
  isWide?: boolean;
}) {
  return (
    <section className={styles.guideSection}>
      <h2 className={styles.heading}>{title}</h2>
      <div className={styles.samples} data-wide={isWide || undefined}>
        {children}
      </div>
    </section>
  );
}
