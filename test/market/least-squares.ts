interface Row {
  readonly features: readonly number[];
  readonly wanted: number;
}

/** The normal equations by Gaussian elimination, with a trace of ridge for features that never differ. */
export function leastSquares(rows: readonly Row[]): number[] {
  const size = rows[0]?.features.length ?? 0;
  const table = Array.from({ length: size }, (_, i) =>
    Array.from({ length: size + 1 }, (__, j) =>
      rows.reduce(
        (sum, { features, wanted }) => sum + (features[i] as number) * (j < size ? (features[j] as number) : wanted),
        i === j ? 1e-6 * rows.length : 0,
      ),
    ),
  );
  for (let i = 0; i < size; i++) {
    const pivot = table[i] as number[];
    for (let k = 0; k < size; k++) {
      if (k === i) continue;
      const row = table[k] as number[];
      const share = (row[i] as number) / (pivot[i] as number);
      for (let j = i; j <= size; j++) row[j] = (row[j] as number) - share * (pivot[j] as number);
    }
  }
  return table.map((row, i) => (row[size] as number) / (row[i] as number));
}
