/**
 * One text for one name: without accents, case, punctuation and the order of its parts, because people write their own name in
 * many ways. Two people may well share it.
 */
export function normalName(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/ß/g, 'ss').replace(/['’ʼ]/g, '');
  return plain
    .split(/[^\p{L}]+/u)
    .filter((part) => part !== '')
    .sort()
    .join(' ');
}
