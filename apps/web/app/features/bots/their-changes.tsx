import type { UserSummary } from "@kakehashi/contract/users";
import { useEffect, useEffectEvent, useState } from "react";
import type { FieldValues, Path, PathValue, UseFormReturn } from "react-hook-form";
import { useTranslation } from "../../i18n/use-translation.tsx";
import { type ChangeByOthers, listChangesByOthers } from "../../kit/merge-values.ts";
import { useNameInLineFormatter } from "../profiles/name-in-other-script.tsx";
import styles from "./bots.module.css";

/** A saved entry of a list, such as an article, with its revision number and the person who changed it last. */
export interface RevisionedItem {
  readonly revision: number;
  readonly edited_by: UserSummary;
}

/** The changes that somebody else has saved while the form was open. */
export interface ChangesOfOther {
  readonly author: UserSummary;
  readonly changes: readonly ChangeByOthers[];
}

/**
 * Remembers the version of an entry on which the form is based, and the changes that somebody else has saved since the
 * form was opened. Pass the result to `useMergeOfNewerRevision`.
 */
export function useFormBaseRevision<E extends RevisionedItem | null>(entry: E) {
  const [knownEntry, setKnownEntry] = useState(entry);
  const [changesOfOther, setChangesOfOther] = useState<ChangesOfOther | null>(null);
  return { knownEntry, setKnownEntry, changesOfOther, setChangesOfOther };
}

interface MergeOptions<E extends RevisionedItem, V extends FieldValues> {
  /** The newest saved version of the entry that the form edits. */
  entry: E | null;
  /** Returns the form's values for a saved entry. */
  valuesOf: (entry: E) => V;
  form: Pick<UseFormReturn<V>, "getValues" | "setValue" | "clearErrors">;
}

/**
 * When somebody else saves the entry while the form is open, puts their changes into the form. Fields that the writer
 * has changed keep the writer's values.
 */
export function useMergeOfNewerRevision<E extends RevisionedItem, V extends FieldValues>(
  {
    knownEntry,
    setKnownEntry,
    setChangesOfOther,
  }: {
    readonly knownEntry: E | null;
    setKnownEntry(entry: E): void;
    setChangesOfOther(changes: ChangesOfOther): void;
  },
  { entry, valuesOf, form }: MergeOptions<E, V>,
): void {
  const mergeNewerEntry = useEffectEvent((newerEntry: E) => {
    if (!knownEntry || newerEntry.revision <= knownEntry.revision) return;
    const changes = listChangesByOthers(valuesOf(knownEntry), form.getValues(), valuesOf(newerEntry));
    setKnownEntry(newerEntry);
    if (changes.length === 0) return;
    for (const { path, theirs: newValue, isConflict } of changes)
      if (!isConflict) form.setValue(path as Path<V>, newValue as PathValue<V, Path<V>>);
    form.clearErrors("root");
    setChangesOfOther({ author: newerEntry.edited_by, changes });
  });
  useEffect(() => {
    if (entry) mergeNewerEntry(entry);
  }, [entry]);
}

/**
 * Says who else has changed the entry since the form was opened. If both have changed the same field, also shows the
 * other person's text.
 */
export function ChangesOfOtherNote({
  changesOfOther: { author: otherEditor, changes },
}: {
  changesOfOther: ChangesOfOther;
}) {
  const { t } = useTranslation("bots");
  const formatNameInLine = useNameInLineFormatter();
  const conflicts = changes.filter(({ isConflict }) => isConflict);
  return (
    <div className={styles.theirs} role="status">
      <p>{t("theirsSaved", { name: formatNameInLine(otherEditor) })}</p>
      {conflicts.length > 0 && <p>{t("theirsBoth")}</p>}
      {conflicts.map(({ path, theirs: newValue }) => (
        <blockquote key={path}>{typeof newValue === "string" ? newValue : t("theirsList")}</blockquote>
      ))}
    </div>
  );
}
