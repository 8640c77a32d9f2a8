import { codeLanguages } from "@kakehashi/contract/code-languages";
import type { SnippetVersionWithCode } from "@kakehashi/contract/code-versions";
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { LoadedContent } from "../../kit/ui/loaded.tsx";
import { useFormat } from "../../kit/use-format.ts";
import styles from "./differences.module.css";
import { compareLines, type DifferenceRow, differenceRowsOf, maximumDifferenceRows } from "./differences.ts";
import { replaceHiddenCharacters } from "./lines.ts";

/** One of two compared versions of a snippet. */
export type ComparableVersion = Pick<
  SnippetVersionWithCode,
  "title" | "description" | "language" | "content"
>;

interface VersionDifferencesProps {
  /** The key of this comparison in the query cache. Comparisons of the same two texts have the same key. */
  name: string;
  before: ComparableVersion;
  after: ComparableVersion;
}

/** Shows the differences between two versions of a snippet, line by line. */
export function VersionDifferences({ name, before, after }: VersionDifferencesProps) {
  const { t } = useTranslation("codes");
  const query = useQuery(
    queryOptions({
      queryKey: ["codes", "differences", name],
      queryFn: () => compareLines(before.content, after.content),
      placeholderData: keepPreviousData,
      gcTime: 0,
    }),
  );
  return (
    <>
      <ChangedFields before={before} after={after} />
      <LoadedContent query={query} rows={4}>
        {(changes) =>
          changes === null ? (
            <p className={styles.note}>{t("differTooMuch")}</p>
          ) : changes.every(({ kind }) => kind === "same") ? (
            <p className={styles.note}>{t("sameCode")}</p>
          ) : (
            <DifferenceRows rows={differenceRowsOf(changes)} />
          )
        }
      </LoadedContent>
    </>
  );
}

function ChangedFields({ before, after }: Omit<VersionDifferencesProps, "name">) {
  const { t } = useTranslation("codes");
  const comparedFields = [
    [t("titleField"), before.title, after.title],
    [t("description"), before.description, after.description],
    [t("language"), codeLanguages[before.language].name, codeLanguages[after.language].name],
  ] as const;
  const changedFields = comparedFields.filter(([, old, currentValue]) => old !== currentValue);
  if (changedFields.length === 0) return null;
  return (
    <dl className={styles.facts}>
      {changedFields.map(([label, old, currentValue]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <del>{old || t("nothing")}</del> → <ins>{currentValue || t("nothing")}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}

const signByChangeKind = { same: " ", removed: "−", added: "+" } as const;

function DifferenceRows({ rows }: { rows: readonly DifferenceRow[] }) {
  const { t } = useTranslation("codes");
  const { number } = useFormat();
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keyboard */}
      <section className={styles.frame} aria-label={t("changes")} tabIndex={0} translate="no" dir="ltr">
        <table className={styles.rows}>
          <tbody>
            {rows.slice(0, maximumDifferenceRows).map((row) =>
              row.kind === "gap" ? (
                <tr key={`gap ${row.lineNumberBefore}`} className={styles.gap}>
                  <td colSpan={4}>
                    {t("equalLines", { count: row.hiddenLineCount, number: number(row.hiddenLineCount) })}
                  </td>
                </tr>
              ) : (
                <tr key={`${row.lineNumberBefore} ${row.lineNumberAfter}`} data-kind={row.kind}>
                  <td className={styles.number}>{row.lineNumberBefore}</td>
                  <td className={styles.number}>{row.lineNumberAfter}</td>
                  <td className={styles.sign}>
                    <span aria-hidden="true">{signByChangeKind[row.kind]}</span>
                    {row.kind !== "same" && <span className="visually-hidden">{t(row.kind)}</span>}
                  </td>
                  <td className={styles.text}>{replaceHiddenCharacters(row.text)}</td>
                </tr>
              ),
            )}
          </tbody>
        </table>
      </section>
      {rows.length > maximumDifferenceRows && <p className={styles.note}>{t("moreChanges")}</p>}
    </>
  );
}
