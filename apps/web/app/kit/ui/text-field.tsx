import "@mantine/core/styles/PasswordInput.layer.css";
import "@mantine/core/styles/ActionIcon.layer.css";
import { PasswordInput, type PasswordInputProps, TextInput, type TextInputProps } from "@mantine/core";
import styles from "./text-field.module.css";

const inputOrder: TextInputProps["inputWrapperOrder"] = ["label", "input", "error", "description"];
export const sharedInputProps = { size: "md", classNames: styles, inputWrapperOrder: inputOrder } as const;

/**
 * A field for one line of text. The text of `error` is shown below the field, and screen readers read it together with
 * the field.
 */
export function TextField(props: TextInputProps) {
  return <TextInput {...sharedInputProps} {...props} />;
}

/**
 * A field for a day or, with `withTime`, for a day and a time. It opens the browser's calendar, which has the browser's
 * language.
 */
export function DateField({ withTime = false, ...props }: TextInputProps & { withTime?: boolean }) {
  return <TextInput {...sharedInputProps} type={withTime ? "datetime-local" : "date"} {...props} />;
}

/** A password field with a button that shows the password. `toggleLabel` names that button. */
export function PasswordField({ toggleLabel, ...props }: PasswordInputProps & { toggleLabel: string }) {
  return (
    <PasswordInput
      {...sharedInputProps}
      {...props}
      visibilityToggleButtonProps={{ "aria-label": toggleLabel, tabIndex: 0 }}
    />
  );
}
