import type { UserSummary } from "@kakehashi/contract/users";
import { useEffect, useEffectEvent, useState } from "react";
import type { FieldValues, Path, PathValue, UseFormReturn } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { changesByOthers, type ValueChange } from "../../kit/merge-values.ts";
import { useNameInLine } from "../profiles/other-name.tsx";
import styles from "./bots.module.css";

/** An entry of a list, with its revision and its last editor, as the server has stored it. */
export interface SavedEntry {
  readonly revision: number;
  readonly edited_by: UserSummary;
}

/** The changes that somebody else has saved while the form was open. */
export interface ChangesOfOther {
  readonly author: UserSummary;
  readonly changes: readonly ValueChange[];
}

/**
 * Keeps the version of an entry on which its form is based, and the changes that somebody else has saved since. Pass
 * the result to `useMergeOfNewerEntry`.
 */
export function useKnownEntry<E extends SavedEntry | null>(entry: E) {
  const [known, setKnown] = useState(entry);
  const [theirs, setTheirs] = useState<ChangesOfOther | null>(null);
  return { known, setKnown, theirs, setTheirs };
}

interface MergeOptions<E extends SavedEntry, V extends FieldValues> {
  /** The newest saved version of the entry that the form edits. */
  entry: E | null;
  /** Returns the form's values for a saved entry. */
  valuesOf: (entry: E) => V;
  form: Pick<UseFormReturn<V>, "getValues" | "setValue" | "clearErrors">;
}

/**
 * Fills the form with the changes that somebody else, such as a translator, saves while the form is open. A field that
 * the writer has changed too keeps the writer's value.
 */
export function useMergeOfNewerEntry<E extends SavedEntry, V extends FieldValues>(
  {
    known,
    setKnown,
    setTheirs,
  }: {
    readonly known: E | null;
    setKnown(entry: E): void;
    setTheirs(theirs: ChangesOfOther): void;
  },
  { entry, valuesOf, form }: MergeOptions<E, V>,
): void {
  const mergeNewerEntry = useEffectEvent((newer: E) => {
    if (!known || newer.revision <= known.revision) return;
    const changes = changesByOthers(valuesOf(known), form.getValues(), valuesOf(newer));
    setKnown(newer);
    if (changes.length === 0) return;
    for (const { path, theirs, isConflict } of changes)
      if (!isConflict) form.setValue(path as Path<V>, theirs as PathValue<V, Path<V>>);
    form.clearErrors("root");
    setTheirs({ author: newer.edited_by, changes });
  });
  useEffect(() => {
    if (entry) mergeNewerEntry(entry);
  }, [entry]);
}

/**
 * Says who has changed the entry since the form was opened. If the writer has changed the same fields, shows the other
 * person's texts for them.
 */
export function TheirChanges({ theirs: { author: by, changes } }: { theirs: ChangesOfOther }) {
  const { t } = useTranslation("bots");
  const nameOf = useNameInLine();
  const conflicts = changes.filter(({ isConflict }) => isConflict);
  return (
    <div className={styles.theirs} role="status">
      <p>{t("theirsSaved", { name: nameOf(by) })}</p>
      {conflicts.length > 0 && <p>{t("theirsBoth")}</p>}
      {conflicts.map(({ path, theirs }) => (
        <blockquote key={path}>{typeof theirs === "string" ? theirs : t("theirsList")}</blockquote>
      ))}
    </div>
  );
}
