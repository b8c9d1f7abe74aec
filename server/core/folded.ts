/** Text as searches compare it: small letters, without the accents that people leave out when they type. */
export function folded(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replaceAll('đ', 'd')
    .replaceAll('ß', 'ss')
    .normalize('NFC');
}
