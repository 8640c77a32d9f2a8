import { useState } from "react";
import type { FieldValues, Path, UseFormRegister } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { TextField } from "../../kit/ui/text-field.tsx";
import styles from "./code-field.module.css";

/** A code of the authenticator app: digits, which a phone may offer to fill in by itself. */
export const appCodeField = {
  type: "text",
  inputMode: "numeric",
  autoComplete: "one-time-code",
  autoCorrect: "off",
  spellCheck: false,
  maxLength: 20,
} as const;

/** The app's code or, for whoever asks for it, a recovery code: each with its own keyboard on a phone. */
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
  /** Of the app's code. */
  label: string;
  /** Told which of the two is asked for now. */
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
