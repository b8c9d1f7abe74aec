/** A code as it is kept: people write it in small letters, with gaps, and take 0 for O or 1 for I and L. */
export function normalCode(written: string): string {
  return written.normalize('NFKC').toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1');
}
