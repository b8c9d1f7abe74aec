/** The digits of what was typed or pasted, `most` of them: a 123 456 keeps its last digit, and full-width ones count. */
export function digitsOf(text: string, most = 6): string {
  return text.normalize('NFKC').replace(/\D/g, '').slice(0, most);
}

/** A field of digits alone. Never with the input's own limit, which cuts before anything is left out. */
export function digitsOnly<Field extends { onChange: (value: string) => void }>(field: Field): Field {
  return { ...field, onChange: (value: string) => field.onChange(digitsOf(value)) };
}
