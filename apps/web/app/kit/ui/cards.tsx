import type { ReactNode } from "react";
import { Link } from "react-router";
import styles from "./cards.module.css";

interface CardsProps {
  /** The layout of the cards: wide columns, narrow columns, or one card per row. */
  layout?: "columns" | "narrow" | "rows";
  children: ReactNode;
}

/** A list of cards. */
export function Cards({ layout = "columns", children }: CardsProps) {
  return (
    <ul className={styles.cards} data-layout={layout}>
      {children}
    </ul>
  );
}

export function Card({ children }: { children: ReactNode }) {
  return <li className={styles.card}>{children}</li>;
}

/** The title of a card in a column. A long title is cut off. */
export function CardTitle({ children }: { children: ReactNode }) {
  return <h2 className={styles.title}>{children}</h2>;
}

/** The main link of a card. A click anywhere on the card opens it. */
export function CardLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link className={styles.link} to={to}>
      {children}
    </Link>
  );
}
