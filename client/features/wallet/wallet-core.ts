import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { HDKey } from '@scure/bip32';
import { generateMnemonic, mnemonicToSeedSync, validateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { PHRASE_LENGTHS, type PhraseLength } from './phrase-lengths';

/** Ethereum's first account (BIP-44), as every other wallet derives it: the same phrase has the same address everywhere. */
const PATH = "m/44'/60'/0'/0/0";

/** The key of a phrase, which never leaves the worker that made it. */
export interface WalletKey {
  readonly secret: Uint8Array;
  /** `0x` and 40 digits in lower case. */
  readonly address: string;
}

export function newPhrase(length: PhraseLength): string[] {
  return generateMnemonic(wordlist, (length / 3) * 32).split(' ');
}

/** A phrase as people write it: any case, any blanks, pasted with numbers before the words. */
export function wordsOf(written: string): string[] {
  return (
    written
      .normalize('NFKD')
      .toLowerCase()
      .match(/[a-z]+/g) ?? []
  );
}

/** The key of a phrase, or `null` when it is none: a word that is not in the list, a wrong count or a wrong checksum. */
export function keyOf(words: readonly string[]): WalletKey | null {
  const phrase = words.join(' ');
  if (!PHRASE_LENGTHS.some((length) => length === words.length) || !validateMnemonic(phrase, wordlist)) return null;
  const secret = HDKey.fromMasterSeed(mnemonicToSeedSync(phrase)).derive(PATH).privateKey;
  return secret && { secret, address: addressOf(secret) };
}

/** Words of the list that begin so, a few. */
export function suggestions(prefix: string): string[] {
  return prefix === '' ? [] : wordlist.filter((word) => word.startsWith(prefix)).slice(0, 5);
}

/**
 * Signs a text as `personal_sign` (EIP-191) does, but only one that was made for this page: its first line must name the
 * host that the browser shows, so that a message from elsewhere is never signed.
 */
export function signFor(host: string, text: string, { secret, address }: WalletKey): string | null {
  const lines = text.split('\n');
  if (lines[0] !== `${host} wants you to sign in with your Ethereum account:`) return null;
  if (lines[1]?.toLowerCase() !== address) return null;
  const bytes = new TextEncoder().encode(text);
  const prefix = new TextEncoder().encode(`\u0019Ethereum Signed Message:\n${bytes.length}`);
  const [recovery = 0, ...rest] = secp256k1.sign(keccak_256(joined(prefix, bytes)), secret, {
    prehash: false,
    format: 'recovered',
  });
  return `0x${hexOf(Uint8Array.from([...rest, recovery + 27]))}`;
}

function addressOf(secret: Uint8Array): string {
  return `0x${hexOf(keccak_256(secp256k1.getPublicKey(secret, false).subarray(1)).subarray(12))}`;
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
