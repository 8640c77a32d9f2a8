import { languages } from "@kakehashi/contract/languages";
import { nativeLanguageNames } from "../../i18n/texts.ts";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { LoadedContent, LoadMoreButton } from "../../kit/ui/loaded.tsx";
import { useTeamGlossary } from "./queries.ts";
import styles from "./teams.module.css";

/** The project's glossary, read-only. The project's translators edit it on another page. */
export function TeamGlossary({ id }: { id: string }) {
  const { t } = useTranslation("teams");
  const query = useTeamGlossary(id);
  return (
    <LoadedContent query={query} rows={2} emptyState={<p className={styles.nothing}>{t("noTerms")}</p>}>
      {(entries) => (
        <>
          <ul className={styles.terms}>
            {entries.map((entry) => (
              <li key={entry.id}>
                <dl>
                  {languages.map(
                    (language) =>
                      entry[language] && (
                        <div key={language}>
                          <dt lang={language}>{nativeLanguageNames[language]}</dt>
                          <dd lang={language}>{entry[language]}</dd>
                        </div>
                      ),
                  )}
                </dl>
                {entry.do_not_translate && <p>{t("termStays")}</p>}
                {entry.note && <p>{entry.note}</p>}
              </li>
            ))}
          </ul>
          <LoadMoreButton query={query} />
        </>
      )}
    </LoadedContent>
  );
}
