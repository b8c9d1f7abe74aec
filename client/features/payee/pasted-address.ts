/**
 * The address and tag in a pasted or scanned text: a bare address, or a payment link as wallets write them
 * (`bitcoin:bc1…?amount=1`, `ethereum:0x…@1`, `ripple:r…?dt=77`). An amount in a link is left out: it is typed, and read.
 */
export function addressIn(text: string): { address: string; tag: string } {
  const [path = '', query = ''] = text.trim().split('?');
  const bare = path.replace(/^[a-z][a-z0-9+.-]*:(\/\/)?(pay-)?/i, '').split(/[@/]/)[0] ?? '';
  const params = new URLSearchParams(query);
  return { address: bare.replace(/\s/g, ''), tag: params.get('dt') ?? params.get('tag') ?? params.get('memo') ?? '' };
}
