/** The text of the bundle `policy` that names a value: `purpose3` is the third answer of one question. */
export function policyLabel(policy: string, key: string): { text: string; stem: string; answer: string } {
  const [, stem = key, answer = ''] = /^(\D+)(\d*)$/.exec(key) ?? [];
  return { text: `value.${policy}.${stem}`, stem, answer };
}
