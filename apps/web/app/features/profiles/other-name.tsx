import { isLanguage } from "@kakehashi/contract/languages";
import { useTranslation } from "react-i18next";
import { type Names, otherName } from "../../kit/other-name.ts";
import styles from "./other-name.module.css";

/** The name for readers of another script, as it follows the name; empty where there is none. */
export function useOtherName(person: Names): string {
  const { language } = useTranslation().i18n;
  return otherName(person, isLanguage(language) ? language : "en");
}

/** A name and, for readers of another script, the other one beside it: 田中 愛子 · Aiko Tanaka. */
export function PersonName({ person, className }: { person: Names; className?: string | undefined }) {
  const other = useOtherName(person);
  return (
    <span className={styles.names}>
      <span className={className}>{person.name}</span>
      {other && <span className={styles.other}>{` · ${other}`}</span>}
    </span>
  );
}
