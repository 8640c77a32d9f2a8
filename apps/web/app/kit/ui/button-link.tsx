import type { ReactNode } from "react";
import { Link } from "react-router";
import styles from "./button-link.module.css";

interface Props {
  /** `primary` is the one main action of a view. */
  kind?: "primary" | "plain";
  /** The address of a page of the app, or of a file that the browser downloads. */
  target: { readonly page: string } | { readonly download: string };
  children: ReactNode;
}

/** A link that looks like a `Button`: it leads to another page, or downloads a file. */
export function ButtonLink({ kind = "plain", target, children }: Props) {
  if ("page" in target)
    return (
      <Link className={styles.link} data-kind={kind} to={target.page}>
        {children}
      </Link>
    );
  return (
    <a className={styles.link} data-kind={kind} href={target.download} download>
      {children}
    </a>
  );
}
