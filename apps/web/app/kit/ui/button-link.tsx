import type { ReactNode } from "react";
import { Link } from "react-router";
import styles from "./button-link.module.css";

interface ButtonLinkProps {
  /** `primary` is the one main action of a view. */
  kind?: "primary" | "plain";
  /** The height of the link: `field` for that of a text field, `button` for that of a `Button` beside it. */
  size?: "field" | "button";
  /** The address of a page of the app, or of a file that the browser downloads. */
  target: { readonly page: string } | { readonly download: string };
  children: ReactNode;
}

/** A link that looks like a `Button`: it leads to another page, or downloads a file. */
export function ButtonLink({ kind = "plain", size = "field", target, children }: ButtonLinkProps) {
  if ("page" in target)
    return (
      <Link className={styles.link} data-kind={kind} data-size={size} to={target.page}>
        {children}
      </Link>
    );
  return (
    <a className={styles.link} data-kind={kind} data-size={size} href={target.download} download>
      {children}
    </a>
  );
}
