import { IconChevronDown } from "@tabler/icons-react";
import type { ComponentPropsWithRef } from "react";
import styles from "./select.module.css";

interface Props extends ComponentPropsWithRef<"select"> {
  /** Part of something that has its own edge: a filter. */
  bare?: boolean;
}

/** One of a few choices. The browser's own list, which a phone shows as its own; closed it looks like a `TextField`. */
export function Select({ bare, className = "", ...props }: Props) {
  return (
    <span className={`${styles.root} ${className}`} data-bare={bare || undefined}>
      <select className={styles.select} {...props} />
      <IconChevronDown className={styles.chevron} size={16} stroke={2} aria-hidden="true" />
    </span>
  );
}
