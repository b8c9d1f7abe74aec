import { describe, expect, it } from '@jest/globals';
import { readText } from '../../lib/rendered.testkit';
import { BracketsNote } from './BracketsNote';

const bracketsPolicy = { name: 'contract.crypto', version: 1 };
const brackets = [{ bracket: 1, from: '0', to: '5000', leverageMax: 5, rate: '0.1', amount: '0' }];
const read = (...versions: number[]) => {
  const coming = versions.map((version) => ({ version, from: Date.UTC(2026, 0, version, 12), brackets }));
  return readText(<BracketsNote contract={{ bracketsPolicy, coming }} name="BTCUSDT-PERP" />, 'contract');
};

describe('the note of new margin brackets', () => {
  it('says of each from when on positions follow it, and its table with its version', async () => {
    const text = await read(2, 3);
    expect(text).toMatch(/BTCUSDT-PERP New margin brackets from .*2.* Orders that open must fit them already\./u);
    expect(text).toContain('5,000 5x 10.00% 0');
    expect(text).toContain('Rule: contract.crypto, version 2.');
    expect(text).toContain('Rule: contract.crypto, version 3.');
  });

  it('is not there while none comes', async () => {
    expect(await read()).toBe('');
  });
});
