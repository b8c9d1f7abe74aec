/** How an event differs from what follows from the events before it, a sentence for each figure. */
export function unlike<Facts extends object>(
  expected: Facts,
  found: { readonly [Key in keyof Facts]: unknown },
): string[] {
  return (Object.keys(expected) as (keyof Facts & string)[]).flatMap((key) => {
    const [wanted, had] = [textOf(expected[key]), textOf(found[key])];
    return wanted === had ? [] : [`${key} is ${had} and should be ${wanted}`];
  });
}

function textOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return entries.map(([key, each]) => `${key} ${textOf(each)}`).join(', ');
}
