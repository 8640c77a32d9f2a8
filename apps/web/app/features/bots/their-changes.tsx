import type { UserSummary } from "@kakehashi/contract/users";
import { useEffect, useEffectEvent, useState } from "react";
import type { FieldValues, Path, PathValue, UseFormReturn } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { changesOfOther, type ValueChange } from "../../kit/merge-values.ts";
import { useNameInLine } from "../profiles/other-name.tsx";
import styles from "./bots.module.css";

/** An entry as the server has it. */
export interface SavedEntry {
  readonly revision: number;
  readonly edited_by: UserSummary;
}

/** The changes that somebody else has saved while the form was open. */
export interface ChangesOfOther {
  readonly by: UserSummary;
  readonly changes: readonly ValueChange[];
}

/**
 * Keeps the version of the entry from which a form began, or the newer one that it has merged since, and what
 * somebody else has changed. Pass the result to `useTakeOver`.
 */
export function useKnownEntry<E extends SavedEntry | null>(entry: E) {
  const [known, setKnown] = useState(entry);
  const [theirs, setTheirs] = useState<ChangesOfOther | null>(null);
  return { known, setKnown, theirs, setTheirs };
}

interface TakeOver<E extends SavedEntry, V extends FieldValues> {
  /** The newest version of the entry. */
  entry: E | null;
  /** The values of the form for an entry. */
  valuesOf: (entry: E) => V;
  form: Pick<UseFormReturn<V>, "getValues" | "setValue" | "clearErrors">;
}

/**
 * Takes over what somebody else saves while the form is open, such as a translator, except in fields that the writer has
 * changed too.
 */
export function useTakeOver<E extends SavedEntry, V extends FieldValues>(
  {
    known,
    setKnown,
    setTheirs,
  }: {
    readonly known: E | null;
    setKnown(entry: E): void;
    setTheirs(theirs: ChangesOfOther): void;
  },
  { entry, valuesOf, form }: TakeOver<E, V>,
): void {
  const takeOver = useEffectEvent((newer: E) => {
    if (!known || newer.revision <= known.revision) return;
    const changes = changesOfOther(valuesOf(known), form.getValues(), valuesOf(newer));
    setKnown(newer);
    if (changes.length === 0) return;
    for (const { path, theirs, isMineToo } of changes)
      if (!isMineToo) form.setValue(path as Path<V>, theirs as PathValue<V, Path<V>>);
    form.clearErrors("root");
    setTheirs({ by: newer.edited_by, changes });
  });
  useEffect(() => {
    if (entry) takeOver(entry);
  }, [entry]);
}

/** Says who has changed the entry since, and shows their texts where the form keeps the writer's. */
export function TheirChanges({ theirs: { by, changes } }: { theirs: ChangesOfOther }) {
  const { t } = useTranslation("bots");
  const nameOf = useNameInLine();
  const both = changes.filter(({ isMineToo }) => isMineToo);
  return (
    <div className={styles.theirs} role="status">
      <p>{t("theirsSaved", { name: nameOf(by) })}</p>
      {both.length > 0 && <p>{t("theirsBoth")}</p>}
      {both.map(({ path, theirs }) => (
        <blockquote key={path}>{typeof theirs === "string" ? theirs : t("theirsList")}</blockquote>
      ))}
    </div>
  );
}
