import type { ReactNode } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import styles from "./badge.module.css";

type BadgeTone = "plain" | "indigo" | "jade" | "amber" | "violet" | "accent";

/** A small label, such as a role or status. */
export function Badge({ tone = "plain", children }: { tone?: BadgeTone; children: ReactNode }) {
  return (
    <span className={styles.badge} data-tone={tone}>
      {children}
    </span>
  );
}

interface CountBadgeProps {
  value: number;
  /** The accessible text of the badge. It says what is counted. */
  label: string;
  /** Whether the badge is grey, because nobody needs to act on the counted things. */
  isQuiet?: boolean;
}

/** A count badge. Hidden for 0, "99+" above 99. */
export function CountBadge({ value, label, isQuiet }: CountBadgeProps) {
  if (value <= 0) return null;
  return (
    <span className={styles.count} data-quiet={isQuiet || undefined}>
      <span aria-hidden="true">{value > 99 ? "99+" : value}</span>
      <span className="visually-hidden">{label}</span>
    </span>
  );
}

/** A badge with the number of unread mentions, marked with `@`. */
export function MentionCountBadge({ value, label }: { value: number; label: string }) {
  if (value <= 0) return null;
  return (
    <span className={styles.count} data-mentions>
      <span aria-hidden="true">@{value > 1 && (value > 99 ? "99+" : value)}</span>
      <span className="visually-hidden">{label}</span>
    </span>
  );
}

const translationStates = {
  NEEDS_TRANSLATION: { tone: "amber", key: "translationNeeds" },
  MACHINE: { tone: "violet", key: "translationMachine" },
  TRANSLATED: { tone: "indigo", key: "translationTranslated" },
  APPROVED: { tone: "jade", key: "translationApproved" },
  NEEDS_RETRANSLATION: { tone: "accent", key: "translationAgain" },
} as const;
export type TranslationStateName = keyof typeof translationStates;

/** The state of a translation: a dot and a word, because colour alone is not accessible. */
export function TranslationStateLabel({ state }: { state: TranslationStateName }) {
  const { t } = useTranslation();
  const { tone, key } = translationStates[state];
  return (
    <span className={styles.state} data-tone={tone}>
      <span className={styles.dot} aria-hidden="true" />
      {t(key)}
    </span>
  );
}
