import { isLanguage, type Language } from "@kakehashi/contract/languages";
import { chooseOtherName, type PersonNames } from "@kakehashi/contract/other-name";
import { findUnnamedVisitorSuffix } from "@kakehashi/contract/visitor-name";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { LanguageTag } from "../../kit/ui/language-tag.tsx";
import styles from "./name-in-other-script.module.css";
import { shortenName } from "./short-name.ts";

/** Returns a person's name in another script, for display after the name. Empty if there is none. */
export function useNameInOtherScript(person: PersonNames): string {
  const { language } = useTranslation().i18n;
  return chooseOtherName(person, isLanguage(language) ? language : "en");
}

/** Returns a function that translates the made-up names of nameless visitors. It returns all other names unchanged. */
export function useVisitorNameFormatter(): (name: string) => string {
  const { t } = useTranslation("common");
  return (name) => {
    const number = findUnnamedVisitorSuffix(name);
    return number === undefined ? name : t("visitorNumber", { number });
  };
}

/**
 * Returns a function that gives a person's name for a sentence, or for a line that has no room for both forms of the
 * name. The function returns the form that the reader can read, cut if it is unusually long.
 */
export function useNameInLineFormatter(): (person: PersonNames) => string {
  const { language } = useTranslation().i18n;
  const getShownName = useVisitorNameFormatter();
  return (person) =>
    shortenName(chooseOtherName(person, isLanguage(language) ? language : "en") || getShownName(person.name));
}

/** `useNameInLineFormatter` as a component, for code that cannot call a hook. */
export function NameInLineText({ person }: { person: PersonNames }) {
  return useNameInLineFormatter()(person);
}

interface PersonNameProps {
  person: PersonNames & { readonly working_language?: Language | null };
  className?: string | undefined;
}

/** Shows a name with its form in the reader's script, and the person's working language: 田中 愛子 · Aiko Tanaka 日. */
export function PersonName({ person, className }: PersonNameProps) {
  const otherName = useNameInOtherScript(person);
  const getShownName = useVisitorNameFormatter();
  return (
    <span className={styles.person}>
      <span className={styles.names}>
        <span className={className}>{getShownName(person.name)}</span>
        {otherName && <span className={styles.otherName}>{` · ${otherName}`}</span>}
      </span>
      {/* Hide the working language from screen readers. Otherwise it would be a part of the names of buttons and
          options that contain a person. The person's card has the language. */}
      <span aria-hidden="true">
        <LanguageTag language={person.working_language} />
      </span>
    </span>
  );
}
