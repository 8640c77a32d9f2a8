import { IconX } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import styles from "./chip.module.css";

interface FilterChipProps {
  label: string;
  /** Removes the selected value. Undefined if the filter is not set. */
  onRemove: (() => void) | undefined;
  children: ReactNode;
}

/** One filter of the search. If a value is set, a button removes it. */
export function FilterChip({ label, onRemove, children }: FilterChipProps) {
  const { t } = useTranslation("searchFilters");
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
