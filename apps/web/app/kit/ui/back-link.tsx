import { IconArrowLeft } from "@tabler/icons-react";
import { Link } from "react-router";
import styles from "./back-link.module.css";

/** A link back to a list, before the title in a `PageHeader`. */
export function BackLink({ to, label }: { to: string; label: string }) {
  return (
    <Link className={styles.back} to={to} aria-label={label} data-tip={label}>
      <IconArrowLeft size={20} stroke={1.6} />
    </Link>
  );
}
