import { describe, expect, it } from '@jest/globals';
import { addressIn } from './pasted-address';

describe('a pasted or scanned address', () => {
  it.each([
    ['  bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq\n', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'],
    ['bitcoin:1BoatSLRHtKNngkdXEeobR76b53LETtpyT?amount=20.3&label=Luke', '1BoatSLRHtKNngkdXEeobR76b53LETtpyT'],
    ['ethereum:0xfb6916095ca1df60bB79Ce92cE3Ea74c37c5d359@1', '0xfb6916095ca1df60bB79Ce92cE3Ea74c37c5d359'],
    ['ethereum:pay-0xfb6916095ca1df60bB79Ce92cE3Ea74c37c5d359', '0xfb6916095ca1df60bB79Ce92cE3Ea74c37c5d359'],
    // Wallets break a long address over two lines.
    ['0xfb6916095ca1df60bB79\nCe92cE3Ea74c37c5d359', '0xfb6916095ca1df60bB79Ce92cE3Ea74c37c5d359'],
  ])('is found in %j', (text, address) => {
    expect(addressIn(text)).toEqual({ address, tag: '' });
  });

  it('brings the tag of a payment link along', () => {
    expect(addressIn('ripple:rEb8TK3gBgk5auZkwc6sHnwrGVJH8DuaLh?dt=77').tag).toBe('77');
  });
});
