/** What is wrong with a form: at its fields, or with it as a whole. */
export interface FormProblems<Field extends string> {
  fields: Partial<Record<Field, string>>;
  form: string | null;
}

/** A refusal stands at the field it names; one that names none of ours stands under the form. */
export function problemsOf<Field extends string>(
  fields: readonly Field[],
  refusal: { message: string; field?: string | undefined },
): FormProblems<Field> {
  const named = fields.find((field) => field === refusal.field);
  if (named === undefined) return { fields: {}, form: refusal.message };
  return { fields: { [named]: refusal.message } as Partial<Record<Field, string>>, form: null };
}

/**
 * What is wrong before a form is sent. An image that is still uploading counts as chosen, and its field says that it is on its way.
 */
export function wrongOf<Field extends string>(
  values: Record<Field, string>,
  uploading: ReadonlySet<NoInfer<Field>>,
  onItsWay: string,
  check: (values: Record<NoInfer<Field>, string>) => Partial<Record<NoInfer<Field>, string>>,
): Partial<Record<Field, string>> {
  const each = (text: string) => Object.fromEntries([...uploading].map((field) => [field, text]));
  return { ...check({ ...values, ...each('uploading') }), ...each(onItsWay) };
}

/** The part of a form that survives a reload: only the typed text of fields that may be kept. */
export function draftOf<Field extends string>(
  values: Record<Field, string>,
  keep: readonly NoInfer<Field>[],
): string | null {
  const typed = keep.filter((field) => values[field] !== '');
  return typed.length === 0 ? null : JSON.stringify(Object.fromEntries(typed.map((field) => [field, values[field]])));
}

/** The first values of a form: a draft's where it has them and may, else the given ones. */
export function fromDraft<Field extends string>(
  initial: Record<Field, string>,
  keep: readonly NoInfer<Field>[],
  draft: string | null,
): Record<Field, string> {
  const values = { ...initial };
  let kept: unknown = null;
  try {
    kept = JSON.parse(draft ?? 'null');
  } catch {
    // A draft of another shape is no draft.
  }
  if (typeof kept !== 'object' || kept === null) return values;
  for (const field of keep) {
    const value = (kept as Record<string, unknown>)[field];
    if (typeof value === 'string') values[field] = value;
  }
  return values;
}
