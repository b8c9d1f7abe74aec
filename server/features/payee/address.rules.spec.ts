import { describe, expect, it } from '@jest/globals';
import type { ChainNetwork } from '../../core/ports/chain.js';
import { isRefusal } from '../../core/refusal.js';
import { checkAddress, type AddressForm } from './address.rules.js';

const network = (id: string, asset: string, usesTag: boolean): ChainNetwork => {
  return { id, assets: [[asset, 6]], feeAsset: asset, usesTag, blockSeconds: 12, confirmations: 12 };
};
const NETWORKS = [network('ERC20', 'USDT', false), network('XRP', 'XRP', true)];
const PROBLEMS: Readonly<Record<string, { problem: 'format' | 'checksum' | 'network'; network?: string }>> = {
  odd: { problem: 'format' },
  mistyped: { problem: 'checksum' },
  elsewhere: { problem: 'network', network: 'TRC20' },
};
const chains = {
  network: (id: string) => NETWORKS.find((one) => one.id === id),
  addressProblem: (_: string, address: string) => PROBLEMS[address],
};
const GOOD: AddressForm = { currency: 'USDT', network: 'ERC20', address: 'good', tag: '', label: 'Cold' };

describe('a withdrawal address', () => {
  it('is taken with and without a tag, as its network wants it', () => {
    expect(checkAddress(chains, GOOD)).toEqual({ address: 'good', tag: null, label: 'Cold' });
    const tagged = { ...GOOD, currency: 'XRP', network: 'XRP', tag: '77' };
    expect(checkAddress(chains, tagged)).toEqual({ address: 'good', tag: '77', label: 'Cold' });
  });

  it.each<[string, string, Partial<AddressForm>]>([
    ['payee.currency-not-on-network', 'network', { network: 'NONE' }],
    ['payee.currency-not-on-network', 'network', { currency: 'BTC' }],
    ['payee.address-network', 'address', { address: 'elsewhere' }],
    ['payee.address-checksum', 'address', { address: 'mistyped' }],
    ['payee.address-format', 'address', { address: 'odd' }],
    ['payee.tag-unused', 'tag', { tag: '77' }],
    ['payee.tag-required', 'tag', { currency: 'XRP', network: 'XRP' }],
  ])('is refused as %s at %s', (code, field, form) => {
    const checked = checkAddress(chains, { ...GOOD, ...form });
    expect(isRefusal(checked) && [checked.refusal, checked.params['field']]).toEqual([code, field]);
  });

  it('says whose address it is when it is one of another network', () => {
    expect(checkAddress(chains, { ...GOOD, address: 'elsewhere' })).toMatchObject({ params: { found: 'TRC20' } });
  });
});
