import { IconChevronDown } from "@tabler/icons-react";
import { type ComponentPropsWithRef, type ReactNode, useId } from "react";
import field from "./field.module.css";
import styles from "./select.module.css";

interface SelectProps extends ComponentPropsWithRef<"select"> {
  /** Whether the select has no border, because an element around it, such as a filter, has one. */
  isBorderless?: boolean;
}

/** A native select, because phones show its options in their own way. It looks like a `TextField`. */
export function Select({ isBorderless, className = "", ...props }: SelectProps) {
  return (
    <span className={`${styles.root} ${className}`} data-bare={isBorderless || undefined}>
      <select className={styles.select} {...props} />
      <IconChevronDown className={styles.chevron} size={16} stroke={2} aria-hidden="true" />
    </span>
  );
}

interface FieldProps extends SelectProps {
  label: ReactNode;
  description?: ReactNode;
  error?: ReactNode;
}

/** A select with a label, a hint and an error. */
export function SelectField({ label, description, error, ...props }: FieldProps) {
  const noteId = useId();
  const noteText = error || description;
  return (
    <div className={field.field}>
      <label htmlFor={`${noteId}field`}>{label}</label>
      <Select
        id={`${noteId}field`}
        aria-invalid={Boolean(error)}
        aria-describedby={noteText ? noteId : undefined}
        {...props}
      />
      {noteText && (
        <span className={error ? field.error : field.hint} id={noteId}>
          {noteText}
        </span>
      )}
    </div>
  );
}
