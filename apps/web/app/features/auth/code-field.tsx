import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { FieldProps } from "../../kit/form.tsx";
import { TextField } from "../../kit/ui/text-field.tsx";
import styles from "./code-field.module.css";

export const appCodeField = {
  type: "text",
  inputMode: "numeric",
  autoComplete: "one-time-code",
  autoCorrect: "off",
  spellCheck: false,
  maxLength: 20,
} as const;

/**
 * The field for a code of the authenticator app. The person can switch it to a recovery code. On a phone, each kind of
 * code gets its own on-screen keyboard.
 */
export function CodeField({
  field,
  label,
  onSwitch,
}: {
  field: FieldProps;
  /** The label of the field for the app's code. */
  label: string;
  /** Called when the person switches between the app's code and a recovery code. */
  onSwitch?: (isRecoveryCode: boolean) => void;
}) {
  const { t } = useTranslation("auth");
  const [isRecoveryCode, setIsRecoveryCode] = useState(false);
  const inputProps = isRecoveryCode
    ? {
        ...appCodeField,
        inputMode: "text" as const,
        autoComplete: "off",
        autoCapitalize: "none",
        maxLength: 40,
      }
    : appCodeField;
  return (
    <div>
      <TextField {...field} {...inputProps} label={isRecoveryCode ? t("recoveryCode") : label} data-code />
      <button
        type="button"
        className={styles.switch}
        onClick={() => {
          setIsRecoveryCode(!isRecoveryCode);
          onSwitch?.(!isRecoveryCode);
        }}
      >
        {t(isRecoveryCode ? "useApp" : "useRecoveryCode")}
      </button>
    </div>
  );
}
