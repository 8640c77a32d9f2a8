import { type ComponentPropsWithRef, type ReactNode, useId } from "react";
import styles from "./checkbox.module.css";

interface CheckboxProps extends Omit<ComponentPropsWithRef<"input">, "type"> {
  label: ReactNode;
  description?: ReactNode;
  error?: ReactNode;
}

/** A checkbox with its label, description and error. */
export function Checkbox({ label, description, error, className = "", ...props }: CheckboxProps) {
  const noteId = useId();
  const noteText = error || description;
  return (
    <label className={`${styles.check} ${className}`}>
      <input
        type="checkbox"
        aria-invalid={error ? true : undefined}
        aria-describedby={noteText ? noteId : undefined}
        {...props}
      />
      <span>{label}</span>
      {noteText && (
        <span className={error ? styles.error : styles.hint} id={noteId}>
          {noteText}
        </span>
      )}
    </label>
  );
}
