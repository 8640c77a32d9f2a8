import { useState } from "react";
import type { FieldValues, Path, UseFormRegister } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { TextField } from "../../kit/ui/text-field.tsx";
import styles from "./code-field.module.css";

/** The field for an authenticator code: digits, with autofill on phones. */
export const appCodeField = {
  type: "text",
  inputMode: "numeric",
  autoComplete: "one-time-code",
  autoCorrect: "off",
  spellCheck: false,
  maxLength: 20,
} as const;

/** A field for the app's code or, on request, a recovery code. Each has its own on-screen keyboard. */
export function CodeField<V extends FieldValues>({
  register,
  name,
  error,
  label,
  onSwitch,
}: {
  register: UseFormRegister<V>;
  name: Path<V>;
  error: string | undefined;
  /** The label for the app's code. */
  label: string;
  /** Called when the field switches between the two. */
  onSwitch?: (recovery: boolean) => void;
}) {
  const { t } = useTranslation("auth");
  const [recovery, setRecovery] = useState(false);
  const look = recovery
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
      <TextField
        {...register(name)}
        {...look}
        label={recovery ? t("recoveryCode") : label}
        error={error}
        data-code
      />
      <button
        type="button"
        className={styles.switch}
        onClick={() => {
          setRecovery(!recovery);
          onSwitch?.(!recovery);
        }}
      >
        {t(recovery ? "useApp" : "useRecoveryCode")}
      </button>
    </div>
  );
}
