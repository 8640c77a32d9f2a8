type FieldTexts = Readonly<Record<string, string>>;

/** A field of a form that somebody else has changed. */
export interface FieldChange<Name extends string> {
  readonly name: Name;
  readonly theirs: string;
  /** Whether the writer has changed this field as well. If so, the form keeps the writer's text. */
  readonly isChangedByBoth: boolean;
}

/**
 * Merges the changes of two people to the same form. A field that only one of them has changed gets that person's text.
 * A field that both have changed keeps the text of `ownFields`. If `fieldsBefore` lacks a field, both count as having
 * changed it.
 */
export function mergeFields<F extends FieldTexts>(
  fieldsBefore: Partial<F>,
  ownFields: Partial<F>,
  othersFields: F,
) {
  const fields: F = { ...othersFields, ...ownFields };
  const changes: FieldChange<keyof F & string>[] = [];
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

/** The writer has chosen the other person's text for a field. Returns the list of changes after this choice. */
export const takeTheirField = <Name extends string>(
  changes: readonly FieldChange<Name>[],
  name: Name,
): FieldChange<Name>[] =>
  changes.map((change) => (change.name === name ? { ...change, isChangedByBoth: false } : change));
