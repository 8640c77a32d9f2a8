import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import styles from "./admin.module.css";

/** The errors of a form by the server's field names (`words.en.title`). The empty name is for the whole form. */
export function useFieldErrors() {
  const prefix = useId();
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  // On a phone the field with the error may be scrolled out of view.
  useEffect(() => {
    if (Object.keys(errors).length > 0)
      form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [errors]);

  /** The first error of a field or of its list items. */
  const errorOf = (field: string) =>
    Object.entries(errors).find(([name]) => name === field || name.startsWith(`${field}.`))?.[1];

  return {
    form,
    setErrors,
    /** The error text to show below a field. */
    note(field: string): ReactNode {
      const error = errorOf(field);
      return (
        error && (
          <span className={styles.error} id={`${prefix}${field}`} role="alert">
            {error}
          </span>
        )
      );
    },
    /** The attributes for the input element. */
    marked: (field: string) =>
      errorOf(field) ? { "aria-invalid": true, "aria-describedby": `${prefix}${field}` } : {},
  };
}
