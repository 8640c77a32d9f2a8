import { checkPasswordStrength } from "@kakehashi/contract/auth";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { call } from "../../kit/api.ts";

import styles from "./password-strength.module.css";

/**
 * Estimates the strength of a password: 0 empty, 1 weak, 2 fair, 3 strong. The estimate uses the length, the kinds of
 * characters and repetition. It is only a hint: the server decides which passwords to refuse.
 */
export function passwordStrengthOf(password: string): 0 | 1 | 2 | 3 {
  if (password === "") return 0;
  const characterKindCount = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d]/u].filter((kind) =>
    kind.test(password),
  ).length;
  const distinctCharacters = new Set(password).size;
  if (password.length < 8 || characterKindCount < 3 || distinctCharacters < 6) return 1;
  return password.length >= 14 || (password.length >= 11 && characterKindCount === 4) ? 3 : 2;
}

const strengthTextKeys = ["strengthWeak", "strengthWeak", "strengthFair", "strengthStrong"] as const;

/**
 * When nobody has typed for this many milliseconds, the server checks the password. Only the server has the list of
 * leaked passwords.
 */
const typingPauseMs = 400;

export interface GuessablePasswordValues {
  email?: string | undefined;
  name?: string | undefined;
}

/**
 * Shows a password's strength while it is typed. A password that repeats one of `otherValues`, such as the name, is
 * weak.
 */
export function PasswordStrength({
  password,
  otherValues,
}: {
  password: string;
  otherValues: GuessablePasswordValues;
}) {
  const { t } = useTranslation("account");
  const strength = passwordStrengthOf(password);
  const { email, name } = otherValues;
  const typedValues = useMemo(() => ({ password, email, name }), [password, email, name]);
  const [debouncedValues] = useDebouncedValue(typedValues, typingPauseMs);
  const { data } = useQuery({
    queryKey: ["password-check", debouncedValues],
    queryFn: ({ signal }) => call(checkPasswordStrength, { body: debouncedValues, signal }),
    // The page itself already shows such a password as weak, so do not ask the server. If the server does not respond, a
    // leaked password is noticed only when the form is sent.
    enabled: passwordStrengthOf(debouncedValues.password) > 1,
    gcTime: 0,
    retry: false,
  });
  if (debouncedValues === typedValues && data?.data.weak)
    return <StrengthMeter strength={1} label={t("strengthGuessed")} />;
  return <StrengthMeter strength={strength} label={strength > 0 && t(strengthTextKeys[strength])} />;
}

function StrengthMeter({ strength, label }: { strength: number; label: string | false }) {
  return (
    <p className={styles.strength} data-strength={strength} aria-live="polite">
      <span className={styles.bar} aria-hidden="true">
        <span />
        <span />
        <span />
      </span>
      {label}
    </p>
  );
}
