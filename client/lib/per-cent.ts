/** `0.001` as `0.1`: the point is moved in the text, so that nothing is rounded. */
export function perCent(share: string): string {
  const [whole = '0', decimals = ''] = share.split('.');
  const padded = decimals.padEnd(2, '0');
  const moved = `${whole}${padded.slice(0, 2)}`.replace(/^0+(?=\d)/, '');
  const rest = padded.slice(2).replace(/0+$/, '');
  return rest === '' ? moved : `${moved}.${rest}`;
}
