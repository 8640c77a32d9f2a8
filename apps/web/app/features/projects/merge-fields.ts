type FieldTexts = Readonly<Record<string, string>>;

/** A field of a form that somebody else has changed. */
export interface OthersFieldChange<Name extends string> {
  readonly name: Name;
  readonly theirs: string;
  /** Whether the writer has changed this field as well. If so, the form keeps the writer's text. */
  readonly isChangedByBoth: boolean;
}

/**
 * Merges the changes of two people to the same form. If only one of them has changed a field, it gets that person's
 * text. If both have, it keeps the text of `ownFields`. A field that is missing in `fieldsBefore` counts as changed by
 * both.
 */
export function mergeFields<F extends FieldTexts>(
  fieldsBefore: Partial<F>,
  ownFields: Partial<F>,
  othersFields: F,
) {
  const fields: F = { ...othersFields, ...ownFields };
  const changes: OthersFieldChange<keyof F & string>[] = [];
  for (const name of Object.keys(othersFields) as (keyof F & string)[]) {
    const textBefore: string | undefined = fieldsBefore[name];
    const now: F[keyof F & string] = othersFields[name];
    if (now === textBefore || now === fields[name]) continue;
    const isChangedByBoth = fields[name] !== textBefore;
    if (!isChangedByBoth) fields[name] = now;
    changes.push({ name, theirs: now, isChangedByBoth });
  }
  return { fields, changes };
}

/**
 * Notes that the writer has taken the other person's text for a field. Returns the list of changes after this choice.
 * Does not change the field itself.
 */
export const takeTheirField = <Name extends string>(
  changes: readonly OthersFieldChange<Name>[],
  name: Name,
): OthersFieldChange<Name>[] =>
  changes.map((change) => (change.name === name ? { ...change, isChangedByBoth: false } : change));
