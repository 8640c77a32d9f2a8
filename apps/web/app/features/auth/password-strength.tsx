import { useTranslation } from "react-i18next";
import styles from "./password-strength.module.css";

/** 0 nothing typed, 1 weak, 2 fair, 3 strong: by length, kinds of characters and repetition. A hint, not a rule. */
export function strengthOf(password: string): 0 | 1 | 2 | 3 {
  if (password === "") return 0;
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d]/u].filter((kind) => kind.test(password)).length;
  const distinct = new Set(password).size;
  if (password.length < 8 || kinds < 3 || distinct < 6) return 1;
  return password.length >= 14 || (password.length >= 11 && kinds === 4) ? 3 : 2;
}

const words = ["strengthWeak", "strengthWeak", "strengthFair", "strengthStrong"] as const;

/** How strong a password is, as one types it. */
export function PasswordStrength({ password }: { password: string }) {
  const { t } = useTranslation("account");
  const strength = strengthOf(password);
  return (
    <p className={styles.strength} data-strength={strength} aria-live="polite">
      <span className={styles.bar} aria-hidden="true">
        <span />
        <span />
        <span />
      </span>
      {strength > 0 && t(words[strength])}
    </p>
  );
}
