import { IconX } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import styles from "./chip.module.css";

interface Props {
  /** What the filter is called. */
  label: string;
  /** Left out while it narrows nothing. */
  onRemove: (() => void) | undefined;
  children: ReactNode;
}

/** A filter, with a button that takes it away once it is set. */
export function Chip({ label, onRemove, children }: Props) {
  const { t } = useTranslation("narrowing");
  return (
    <span className={styles.chip}>
      {children}
      {onRemove && (
        <button
          type="button"
          className={styles.remove}
          aria-label={t("remove", { filter: label })}
          onClick={onRemove}
        >
          <IconX size={14} stroke={2} aria-hidden="true" />
        </button>
      )}
    </span>
  );
}
