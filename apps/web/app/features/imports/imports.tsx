import { downloadSkippedEntries, type FileImport, importSkipReasons } from "@kakehashi/contract/imports";
import { fillPath } from "@kakehashi/contract/kit/endpoint";
import { useState } from "react";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { toastError } from "../../kit/toast.ts";
import { Badge } from "../../kit/ui/badge.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { askToConfirm } from "../../kit/ui/confirm.tsx";
import { useFormat } from "../../kit/use-format.ts";
import { PersonName } from "../profiles/name-in-other-script.tsx";
import { cancelFileImport, isImportUnfinished, undoFileImport } from "./import-queries.ts";
import styles from "./imports.module.css";

/** An ended import stays visible above the list for this many milliseconds. */
const showEndedImportForMs = 24 * 60 * 60 * 1000;
const toneByState = {
  WAITING: "plain",
  RUNNING: "indigo",
  DONE: "jade",
  FAILED: "accent",
  CANCELLED: "plain",
  UNDOING: "indigo",
  UNDONE: "plain",
} as const;

/**
 * Shows the running imports, the import that ended last if it ended less than a day ago, and a list of all earlier
 * imports. Renders nothing if there are no imports.
 */
export function ImportList({ imports }: { imports: readonly FileImport[] }) {
  const { t } = useTranslation("translations");
  const [openedAtMs] = useState(() => Date.now());
  const newestEndedImport = imports.find((fileImport) => !isImportUnfinished(fileImport));
  const isShownAboveList = (fileImport: FileImport) =>
    isImportUnfinished(fileImport) ||
    (fileImport === newestEndedImport &&
      openedAtMs - Date.parse(fileImport.ended_at ?? fileImport.created_at) < showEndedImportForMs);
  const [importsAboveList, earlierImports] = [
    imports.filter(isShownAboveList),
    imports.filter((fileImport) => !isShownAboveList(fileImport)),
  ];
  if (imports.length === 0) return null;
  return (
    <section className={styles.imports} aria-label={t("imports")}>
      {importsAboveList.map((fileImport) => (
        <ImportCard key={fileImport.id} fileImport={fileImport} />
      ))}
      {earlierImports.length > 0 && (
        <details>
          <summary>{t("importsEarlier")}</summary>
          {earlierImports.map((fileImport) => (
            <ImportCard key={fileImport.id} fileImport={fileImport} />
          ))}
        </details>
      )}
    </section>
  );
}

function ImportCard({ fileImport }: { fileImport: FileImport }) {
  const { t } = useTranslation("translations");
  const format = useFormat();
  async function confirmAndStop(): Promise<void> {
    const confirmation = {
      title: t("importStop"),
      text: t("importStopText"),
      actionLabel: t("importStopAction"),
    };
    if (await askToConfirm(confirmation)) await cancelFileImport(fileImport).catch(toastError);
  }
  async function confirmAndUndoImport(): Promise<void> {
    const text = t(fileImport.target === "memory" ? "importUndoTextMemory" : "importUndoTextGlossary");
    const title = t("importUndo", { name: fileImport.file_name });
    if (await askToConfirm({ title, text, actionLabel: t("importUndoConfirm"), isDestructive: true }))
      await undoFileImport(fileImport).catch(toastError);
  }
  return (
    <article className={styles.card}>
      <header className={styles.head}>
        <strong className={styles.fileName}>{fileImport.file_name}</strong>
        <span role="status">
          <Badge tone={toneByState[fileImport.state]}>{t(`importState_${fileImport.state}`)}</Badge>
        </span>
        {fileImport.user && <PersonName person={fileImport.user} />}
        <time dateTime={fileImport.created_at} title={format.fullDateTime(fileImport.created_at)}>
          {format.timeOrDay(fileImport.created_at)}
        </time>
        {fileImport.format && (
          <span>
            {fileImport.format}, {fileImport.encoding}
          </span>
        )}
      </header>
      {isImportUnfinished(fileImport) && (
        <div className={styles.running}>
          <progress
            aria-label={t("importProgress", { name: fileImport.file_name })}
            {...progressTextOf(fileImport)}
          />
          {fileImport.state !== "UNDOING" && (
            <Button onClick={() => void confirmAndStop()}>{t("importStopAction")}</Button>
          )}
        </div>
      )}
      {fileImport.problem && <ImportProblem fileImport={fileImport} problem={fileImport.problem} />}
      {fileImport.state !== "WAITING" && <ImportResult fileImport={fileImport} />}
      {fileImport.can_undo && (
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
 * Returns the attributes of an import's progress bar. Empty if the progress is unknown. In this case the bar shows only
 * that the import is running.
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
  const changedUnitCount = added + replaced + (skipped.MERGED ?? 0);
  if (state === "UNDOING") return { value: undone + kept, max: Math.max(1, changedUnitCount) };
  return {};
}

function ImportProblem({
  fileImport,
  problem,
}: {
  fileImport: FileImport;
  problem: NonNullable<FileImport["problem"]>;
}) {
  const { t } = useTranslation("translations");
  const { code, line, detail } = problem;
  const hasImportedUnits =
    fileImport.added + fileImport.replaced + fileImport.unchanged + (fileImport.skipped.MERGED ?? 0) > 0;
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
function ImportResult({ fileImport }: { fileImport: FileImport }) {
  const { t } = useTranslation("translations");
  const format = useFormat();
  const skippedLines = importSkipReasons.flatMap((reason) => {
    const count = fileImport.skipped[reason] ?? 0;
    return count > 0 ? [{ reason, count }] : [];
  });
  const totalCount = skippedLines.reduce((sum, { count }) => sum + count, 0);
  const counts = {
    added: fileImport.added,
    replaced: fileImport.replaced,
    unchanged: fileImport.unchanged,
    skipped: totalCount,
  };
  // Show no result if nothing was imported, because the import's error message already says so.
  if (fileImport.problem && Object.values(counts).every((count) => count === 0)) return null;
  return (
    <>
      <dl className={styles.counts}>
        {(["added", "replaced", "unchanged", "skipped"] as const).map((name) => (
          <div key={name}>
            <dt>{t(`importCount_${name}`)}</dt>
            <dd>{format.number(counts[name])}</dd>
          </div>
        ))}
        {(fileImport.state === "UNDOING" || fileImport.state === "UNDONE") &&
          (["undone", "kept"] as const).map((name) => (
            <div key={name}>
              <dt>{t(`importCount_${name}`)}</dt>
              <dd>{format.number(fileImport[name])}</dd>
            </div>
          ))}
      </dl>
      {totalCount > 0 && (
        <div className={styles.skipped}>
          <ul>
            {skippedLines.map(({ reason, count }) => (
              <li key={reason}>
                {format.number(count)} × {t(`importSkip_${reason}`)}
              </li>
            ))}
          </ul>
          <a href={`/api${fillPath(downloadSkippedEntries.path, { id: fileImport.id })}`} download>
            {t("importSkippedList")}
          </a>
        </div>
      )}
    </>
  );
}
