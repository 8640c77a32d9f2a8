import { useState } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import type { FieldProps } from "../../kit/form.tsx";
import { TextField } from "../../kit/ui/text-field.tsx";
import styles from "./code-field.module.css";

export const authenticatorCodeInputProps = {
  type: "text",
  inputMode: "numeric",
  autoComplete: "one-time-code",
  autoCorrect: "off",
  spellCheck: false,
  maxLength: 20,
} as const;

/**
 * A field for a code of the authenticator app. The person can switch it to a field for a recovery code. On a phone,
 * each of the two gets a suitable on-screen keyboard.
 */
export function CodeField({
  field,
  label,
  onSwitch,
}: {
  field: FieldProps;
  /** The label of the field while it expects a code of the authenticator app. */
  label: string;
  /** Called when the person switches between the code of the app and a recovery code. */
  onSwitch?: (isRecoveryCode: boolean) => void;
}) {
  const { t } = useTranslation("auth");
  const [isRecoveryCode, setIsRecoveryCode] = useState(false);
  const inputProps = isRecoveryCode
    ? {
        ...authenticatorCodeInputProps,
        inputMode: "text" as const,
        autoComplete: "off",
        autoCapitalize: "none",
        maxLength: 40,
      }
    : authenticatorCodeInputProps;
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
