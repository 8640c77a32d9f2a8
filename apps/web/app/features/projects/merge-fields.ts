type FieldTexts = Readonly<Record<string, string>>;

/** A field of a form that somebody else has changed. */
export interface FieldChange<Name extends string> {
  readonly name: Name;
  readonly theirs: string;
  /** Whether the writer has changed this field as well. If so, the form keeps the writer's text. */
  readonly isChangedByBoth: boolean;
}

/**
 * Merges two people's changes of the same form. If only one person has changed a field, takes that person's text. If
 * both have changed it, takes the text of `ownFields`. A field that `before` does not have counts as changed by both.
 */
export function mergeFields<F extends FieldTexts>(
  before: Partial<F>,
  ownFields: Partial<F>,
  othersFields: F,
) {
  const fields: F = { ...othersFields, ...ownFields };
  const changes: FieldChange<keyof F & string>[] = [];
  for (const name of Object.keys(othersFields) as (keyof F & string)[]) {
    const textBefore: string | undefined = before[name];
    const now: F[keyof F & string] = othersFields[name];
    if (now === textBefore || now === fields[name]) continue;
    const isChangedByBoth = fields[name] !== textBefore;
    if (!isChangedByBoth) fields[name] = now;
    changes.push({ name, theirs: now, isChangedByBoth });
  }
  return { fields, changes };
}

/** Updates the list of changes after the writer has chosen the other person's text for one field. */
export const takeTheirField = <Name extends string>(
  changes: readonly FieldChange<Name>[],
  name: Name,
): FieldChange<Name>[] =>
  changes.map((change) => (change.name === name ? { ...change, isChangedByBoth: false } : change));
