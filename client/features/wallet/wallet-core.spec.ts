import { describe, expect, it } from '@jest/globals';
import { signerOf } from '../../../server/features/wallet/wallet.rules.js';
import { PHRASE_LENGTHS } from './phrase-lengths';
import { keyOf, newPhrase, signFor, suggestions, wordsOf } from './wallet-core';

const TEST_PHRASE = 'test test test test test test test test test test test junk';
const HOST = 'exchange.example';
const messageFor = (address: string): string =>
  `${HOST} wants you to sign in with your Ethereum account:\n${address}\n\nLog in.`;

describe('a recovery phrase', () => {
  it('has the address that every other wallet derives from it', () => {
    expect(keyOf(TEST_PHRASE.split(' '))?.address).toBe('0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266');
    expect(keyOf([...Array<string>(11).fill('abandon'), 'about'])?.address).toBe(
      '0x9858effd232b4033e47d90003d41ec34ecaeda94',
    );
  });

  it.each(PHRASE_LENGTHS)('of %i words can be made and taken in again', (length) => {
    const words = newPhrase(length);
    expect(words).toHaveLength(length);
    expect(keyOf(words)?.address).toMatch(/^0x[0-9a-f]{40}$/);
  });

  it.each([
    ['a wrong checksum', Array<string>(12).fill('abandon')],
    ['a word that is not in the list', [...Array<string>(11).fill('abandon'), 'bitcoin']],
    ['too few words', ['abandon', 'about']],
    ['no words', []],
  ])('is none with %s', (_, words) => expect(keyOf(words)).toBeNull());

  it('may be pasted with numbers, blanks and capitals', () => {
    expect(wordsOf(' 1. Test  2. test\n3) JUNK ')).toEqual(['test', 'test', 'junk']);
  });

  it('is completed from the list while somebody types', () => {
    expect(suggestions('aban')).toEqual(['abandon']);
    expect(suggestions('')).toEqual([]);
  });
});

describe('a wallet signs', () => {
  const key = keyOf(TEST_PHRASE.split(' '));
  if (key === null) throw new Error('the test phrase is valid');

  it('a message for this page, so that the server knows the address again', () => {
    const text = messageFor(key.address);
    expect(signerOf(text, signFor(HOST, text, key) ?? '')).toBe(key.address);
  });

  it('nothing that was made for another page or another address', () => {
    expect(signFor('evil.test', messageFor(key.address), key)).toBeNull();
    expect(signFor(HOST, messageFor(`0x${'1'.repeat(40)}`), key)).toBeNull();
    expect(signFor(HOST, 'Send everything.', key)).toBeNull();
  });
});
