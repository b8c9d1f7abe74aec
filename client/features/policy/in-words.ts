/** Texts that may be missing, as i18next answers for them. */
interface Texts {
  exists(key: string): boolean;
  t(key: string): string;
}

const DOCUMENT_TYPES = new Set(['documentTypes', 'typesWithBack']);

/** What a code of a policy means in the reader's language; `undefined` for a value that is no code. */
export function inWords({ exists, t }: Texts, policy: string, key: string, code: string): string | undefined {
  const own = [`word.${key}.${code}`, `choice.${policy}.${key}.${code}`].find(exists);
  if (own !== undefined) return t(own);
  if (!DOCUMENT_TYPES.has(key)) return undefined;
  const types = code.split(',').map((type) => `choice.${policy}.${type}`);
  return types.every(exists) ? types.map(t).join(', ') : undefined;
}
