import "@mantine/core/styles/PasswordInput.layer.css";
import "@mantine/core/styles/ActionIcon.layer.css";
import { PasswordInput, type PasswordInputProps, TextInput, type TextInputProps } from "@mantine/core";
import styles from "./text-field.module.css";

const order: TextInputProps["inputWrapperOrder"] = ["label", "input", "error", "description"];
/** 16 px at least: Safari on a phone zooms into anything smaller. */
export const look = { size: "md", classNames: styles, inputWrapperOrder: order } as const;

/** A one-line text with its label; `error` is shown below it and read with it. */
export function TextField(props: TextInputProps) {
  return <TextInput {...look} {...props} />;
}

/** A day or, `withTime`, a moment: the browser's own calendar, which speaks its reader's language. */
export function DateField({ withTime = false, ...props }: TextInputProps & { withTime?: boolean }) {
  return <TextInput {...look} type={withTime ? "datetime-local" : "date"} {...props} />;
}

/** A password that its writer can uncover; `toggleLabel` names that button. */
export function PasswordField({ toggleLabel, ...props }: PasswordInputProps & { toggleLabel: string }) {
  return (
    <PasswordInput
      {...look}
      {...props}
      visibilityToggleButtonProps={{ "aria-label": toggleLabel, tabIndex: 0 }}
    />
  );
}
