import { downloadSkipped, type FileImport, skipReasons } from "@kakehashi/contract/imports";
import { fillPath } from "@kakehashi/contract/kit/endpoint";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { toastError } from "../../kit/toast.ts";
import { Badge } from "../../kit/ui/badge.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { confirm } from "../../kit/ui/confirm.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { PersonName } from "../profiles/other-name.tsx";
import { cancel, isUnfinished, undoImportOfFile } from "./import-queries.ts";
import styles from "./imports.module.css";

/** An ended import stays visible above the list for this many milliseconds. */
const shownAfterEndMs = 24 * 60 * 60 * 1000;
const tones = {
  WAITING: "plain",
  RUNNING: "indigo",
  DONE: "jade",
  FAILED: "accent",
  CANCELLED: "plain",
  UNDOING: "indigo",
  UNDONE: "plain",
} as const;

/**
 * Shows the running imports, the newest import of the last day, and a list of earlier imports. Renders nothing if there
 * are no imports.
 */
export function Imports({ imports }: { imports: readonly FileImport[] }) {
  const { t } = useTranslation("translations");
  const [openedAt] = useState(() => Date.now());
  const newestEndedImport = imports.find((one) => !isUnfinished(one));
  const isShownAboveList = (one: FileImport) =>
    isUnfinished(one) ||
    (one === newestEndedImport && openedAt - Date.parse(one.ended_at ?? one.created_at) < shownAfterEndMs);
  const [newImports, earlierImports] = [
    imports.filter(isShownAboveList),
    imports.filter((one) => !isShownAboveList(one)),
  ];
  if (imports.length === 0) return null;
  return (
    <section className={styles.imports} aria-label={t("imports")}>
      {newImports.map((one) => (
        <ImportCard key={one.id} one={one} />
      ))}
      {earlierImports.length > 0 && (
        <details>
          <summary>{t("importsEarlier")}</summary>
          {earlierImports.map((one) => (
            <ImportCard key={one.id} one={one} />
          ))}
        </details>
      )}
    </section>
  );
}

function ImportCard({ one }: { one: FileImport }) {
  const { t } = useTranslation("translations");
  const format = useFormat();
  async function stop(): Promise<void> {
    const confirmation = { title: t("importStop"), text: t("importStopText"), action: t("importStopAction") };
    if (await confirm(confirmation)) await cancel(one).catch(toastError);
  }
  async function confirmAndUndoImport(): Promise<void> {
    const text = t(one.target === "memory" ? "importUndoTextMemory" : "importUndoTextGlossary");
    const title = t("importUndo", { name: one.file_name });
    if (await confirm({ title, text, action: t("importUndoConfirm"), danger: true }))
      await undoImportOfFile(one).catch(toastError);
  }
  return (
    <article className={styles.card}>
      <header className={styles.head}>
        <strong className={styles.fileName}>{one.file_name}</strong>
        <span role="status">
          <Badge tone={tones[one.state]}>{t(`importState_${one.state}`)}</Badge>
        </span>
        {one.user && <PersonName person={one.user} />}
        <time dateTime={one.created_at} title={format.fullDateTime(one.created_at)}>
          {format.timeOrDay(one.created_at)}
        </time>
        {one.format && (
          <span>
            {one.format}, {one.encoding}
          </span>
        )}
      </header>
      {isUnfinished(one) && (
        <div className={styles.running}>
          <progress aria-label={t("importProgress", { name: one.file_name })} {...progressTextOf(one)} />
          {one.state !== "UNDOING" && <Button onClick={() => void stop()}>{t("importStopAction")}</Button>}
        </div>
      )}
      {one.problem && <ImportProblem one={one} problem={one.problem} />}
      {one.state !== "WAITING" && <Result one={one} />}
      {one.can_undo && (
        <div className={styles.undo}>
          <Button kind="quiet" onClick={() => void confirmAndUndoImport()}>
            {t("importUndoAction")}
          </Button>
        </div>
      )}
    </article>
  );
}

/**
 * Returns the progress of an import as a text. If the progress is unknown, the text is empty, and the bar only shows
 * activity.
 */
function progressTextOf({
  state,
  read_bytes,
  total_bytes,
  undone,
  kept,
  added,
  replaced,
  skipped,
}: FileImport) {
  if (state === "RUNNING") return { value: read_bytes, max: total_bytes };
  const changed = added + replaced + (skipped.MERGED ?? 0);
  if (state === "UNDOING") return { value: undone + kept, max: Math.max(1, changed) };
  return {};
}

function ImportProblem({ one, problem }: { one: FileImport; problem: NonNullable<FileImport["problem"]> }) {
  const { t } = useTranslation("translations");
  const { code, line, detail } = problem;
  const hasImportedUnits = one.added + one.replaced + one.unchanged + (one.skipped.MERGED ?? 0) > 0;
  return (
    <div className={styles.problem}>
      <p>
        {line !== null && `${t("importLine", { line })} `}
        {t(`importProblem_${code}`, { detail })}
      </p>
      {detail !== "" && code === "SYNTAX" && <p lang="en">{detail}</p>}
      <p>{t(hasImportedUnits ? "importKept" : "importNothing")}</p>
    </div>
  );
}

/** The result of an import: how many translations or terms were imported, and how many were skipped for each reason. */
function Result({ one }: { one: FileImport }) {
  const { t } = useTranslation("translations");
  const format = useFormat();
  const skipped = skipReasons.flatMap((reason) => {
    const count = one.skipped[reason] ?? 0;
    return count > 0 ? [{ reason, count }] : [];
  });
  const total = skipped.reduce((sum, { count }) => sum + count, 0);
  const counts = { added: one.added, replaced: one.replaced, unchanged: one.unchanged, skipped: total };
  // If nothing was imported, the import's error already says so.
  if (one.problem && Object.values(counts).every((count) => count === 0)) return null;
  return (
    <>
      <dl className={styles.counts}>
        {(["added", "replaced", "unchanged", "skipped"] as const).map((name) => (
          <div key={name}>
            <dt>{t(`importCount_${name}`)}</dt>
            <dd>{format.number(counts[name])}</dd>
          </div>
        ))}
        {(one.state === "UNDOING" || one.state === "UNDONE") &&
          (["undone", "kept"] as const).map((name) => (
            <div key={name}>
              <dt>{t(`importCount_${name}`)}</dt>
              <dd>{format.number(one[name])}</dd>
            </div>
          ))}
      </dl>
      {total > 0 && (
        <div className={styles.skipped}>
          <ul>
            {skipped.map(({ reason, count }) => (
              <li key={reason}>
                {format.number(count)} × {t(`importSkip_${reason}`)}
              </li>
            ))}
          </ul>
          <a href={`/api${fillPath(downloadSkipped.path, { id: one.id })}`} download>
            {t("importSkippedList")}
          </a>
        </div>
      )}
    </>
  );
}
