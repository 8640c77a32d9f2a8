import { IconSearch, IconX } from "@tabler/icons-react";
import { type ComponentPropsWithoutRef, type RefObject, useRef } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import styles from "./search-field.module.css";

interface SearchFieldProps extends Omit<ComponentPropsWithoutRef<"input">, "type" | "value" | "onChange"> {
  /** The accessible name of the search field. */
  label: string;
  value: string;
  onChange: (value: string) => void;
  ref?: RefObject<HTMLInputElement | null>;
  /** Whether the field is large and has the initial focus. For a page that is mainly a search. */
  large?: boolean;
}

/** A search field with a button to clear it. */
export function SearchField({
  label,
  value,
  onChange,
  ref,
  large,
  className = "",
  ...props
}: SearchFieldProps) {
  const { t } = useTranslation();
  const ownRef = useRef<HTMLInputElement>(null);
  const field = ref ?? ownRef;
  return (
    <span className={`${styles.root} ${className}`} data-large={large || undefined}>
      <IconSearch className={styles.sign} size={large ? 20 : 18} stroke={1.8} aria-hidden="true" />
      <input
        ref={field}
        className={styles.field}
        type="search"
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        aria-label={label}
        autoComplete="off"
        {...props}
      />
      {value !== "" && !props.disabled && (
        <button
          type="button"
          className={styles.clear}
          aria-label={t("clearSearch")}
          onClick={() => {
            onChange("");
            field.current?.focus();
          }}
        >
          <IconX size={16} stroke={2} aria-hidden="true" />
        </button>
      )}
    </span>
  );
}
