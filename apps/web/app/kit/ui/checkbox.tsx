import { type ComponentPropsWithRef, type ReactNode, useId } from "react";
import styles from "./checkbox.module.css";

interface Props extends Omit<ComponentPropsWithRef<"input">, "type"> {
  label: ReactNode;
  description?: ReactNode;
  error?: ReactNode;
}

/** A checkbox with its label, description and error. */
export function Checkbox({ label, description, error, className = "", ...props }: Props) {
  const note = useId();
  const below = error || description;
  return (
    <label className={`${styles.check} ${className}`}>
      <input
        type="checkbox"
        aria-invalid={error ? true : undefined}
        aria-describedby={below ? note : undefined}
        {...props}
      />
      <span>{label}</span>
      {below && (
        <span className={error ? styles.error : styles.hint} id={note}>
          {below}
        </span>
      )}
    </label>
  );
}
