import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import styles from "./admin.module.css";

/**
 * What is wrong with the fields of a form, by their names as the server has them (`words.en.title`); what is wrong with
 * all of it under an empty name.
 */
export function useFieldErrors() {
  const prefix = useId();
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  // On a phone what is wrong may have been scrolled away.
  useEffect(() => {
    if (Object.keys(errors).length > 0)
      form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [errors]);

  /** The first that is wrong with a field or, where it is a list, with one of its lines. */
  const errorOf = (field: string) =>
    Object.entries(errors).find(([name]) => name === field || name.startsWith(`${field}.`))?.[1];

  return {
    form,
    setErrors,
    /** What is wrong with a field, to stand below it. */
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
    /** Attributes of the field itself. */
    marked: (field: string) =>
      errorOf(field) ? { "aria-invalid": true, "aria-describedby": `${prefix}${field}` } : {},
  };
}
