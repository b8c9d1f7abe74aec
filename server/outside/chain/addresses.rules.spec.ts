import { describe, expect, it } from '@jest/globals';
import { hexToBytes } from '@noble/hashes/utils.js';
import { HDKey } from '@scure/bip32';
import fc from 'fast-check';
import {
  addressOfHash,
  addressOfKey,
  hashText,
  normalText,
  styleProblem,
  type AddressStyle,
} from './addresses.rules.js';
import { networksOf, readChainSeeds } from './networks.js';

const BITCOIN: AddressStyle = { kind: 'bech32', prefix: 'bc', versions: [0, 5] };
const EVM: AddressStyle = { kind: 'evm' };
const TRON: AddressStyle = { kind: 'base58', versions: [0x41] };
const XRP: AddressStyle = { kind: 'xrp' };
const networks = networksOf(readChainSeeds());

describe('Bitcoin addresses', () => {
  it.each([
    // BIP-173
    ['BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', 'P2WPKH in capitals'],
    ['bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3', 'P2WSH'],
    // BIP-350
    ['bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0', 'taproot'],
    ['BC1SW50QGDZ25J', 'a version to come'],
    // The first block ever, and BIP-16
    ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'P2PKH'],
    ['3P14159f73E4gFr7JterCCQh9QjiTjiZrG', 'P2SH'],
  ])('%s is one (%s)', (address) => {
    expect(styleProblem(BITCOIN, address)).toBeUndefined();
  });

  it.each([
    // BIP-173 and BIP-350, "invalid"
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5', 'checksum', 'a wrong last letter'],
    ['bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4', 'format', 'a letter outside the alphabet'],
    ['bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd', 'checksum', 'bech32 where bech32m belongs'],
    ['BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P', 'format', 'a program of 16 bytes in version 0'],
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8F3T4', 'format', 'letters of two sizes'],
    ['tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'format', 'an address of the test network'],
    ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb', 'checksum', 'a wrong last letter'],
    ['', 'format', 'nothing'],
  ])('%s is none: %s (%s)', (address, problem) => {
    expect(styleProblem(BITCOIN, address)).toBe(problem);
  });

  it('are derived from the public key as in BIP-84', () => {
    // The seed of the phrase `abandon … about`, which BIP-84 uses.
    const account = HDKey.fromMasterSeed(
      hexToBytes(
        '5eb00bbddcf069084889a8ab9155568165f5c453ccb85e70811aaed6f6da5fc19a5ac40b389cd370d086206dec8aa6c43daea6690f20ad3d8d48b2d2ce9e38e4',
      ),
    ).derive("m/84'/0'/0'");
    const watching = HDKey.fromExtendedKey(account.publicExtendedKey);
    const address = (branch: number, index: number): string =>
      addressOfKey(BITCOIN, watching.deriveChild(branch).deriveChild(index).publicKey ?? new Uint8Array());
    expect(address(0, 0)).toBe('bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu');
    expect(address(0, 1)).toBe('bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g');
    expect(address(1, 0)).toBe('bc1q8c6fshw2dlwun7ekn9qwf37cu2rn755upcp6el');
  });
});

describe('Ethereum addresses', () => {
  // EIP-55
  const GOOD = [
    '0x52908400098527886E0F7030069857D2E4169EE7',
    '0xde709f2102306220921060314715629080e2fb77',
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
    '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
  ];

  it.each(GOOD)('%s is one, and is written so whatever it was typed as', (address) => {
    expect(styleProblem(EVM, address)).toBeUndefined();
    expect(styleProblem(EVM, address.toLowerCase())).toBeUndefined();
    expect(normalText(EVM, address.toLowerCase())).toBe(address);
  });

  it('are none with one letter in the wrong size, with a digit too few, or without 0x', () => {
    const [, , address = ''] = GOOD;
    expect(styleProblem(EVM, address.replace('aA', 'aa'))).toBe('checksum');
    expect(styleProblem(EVM, address.slice(0, -1))).toBe('format');
    expect(styleProblem(EVM, address.slice(2))).toBe('format');
  });
});

describe('Tron addresses', () => {
  it('are base58check over 0x41 and the last 20 bytes of the hash of the key, as its documentation says', () => {
    const hash = hexToBytes('a614f803b6fd780986a42c78ec9c7f77e6ded13c');
    expect(addressOfHash(TRON, hash)).toBe('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t');
    expect(styleProblem(TRON, 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t')).toBeUndefined();
    expect(styleProblem(TRON, 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u')).toBe('checksum');
    expect(styleProblem(TRON, '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa')).toBe('format');
  });
});

describe('XRP Ledger addresses', () => {
  it('use its own alphabet', () => {
    // The account that all of it came from, and the one of no key (XRP Ledger documentation, "Special Addresses").
    expect(styleProblem(XRP, 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh')).toBeUndefined();
    expect(addressOfHash(XRP, new Uint8Array(20))).toBe('rrrrrrrrrrrrrrrrrrrrrhoLvTp');
    expect(styleProblem(XRP, 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTk')).toBe('checksum');
    expect(styleProblem(XRP, 'xHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh')).toBe('format');
  });
});

describe('every network', () => {
  it.each(networks)(
    '$id hands out addresses of its own, a different one for each index, always the same',
    (network) => {
      const first = Array.from({ length: 20 }, (_, index) => network.depositAddress(index));
      const again = networksOf(readChainSeeds()).find(({ id }) => id === network.id);
      expect(new Set([...first, network.hotWallet, network.outsideWallet, network.miner]).size).toBe(23);
      expect(first.map((_, index) => again?.depositAddress(index))).toEqual(first);
      for (const address of [...first, network.hotWallet, network.outsideWallet, network.miner]) {
        expect(styleProblem(network.style, address)).toBeUndefined();
        expect(normalText(network.style, address)).toBe(address);
      }
    },
  );

  it.each(networks)('$id notices one mistyped character in nearly every address', ({ style }) => {
    const hash = fc.uint8Array({ minLength: 20, maxLength: 20 });
    fc.assert(
      fc.property(hash, fc.nat(40), fc.constantFrom('2', '3', 'a', 'e', 'q', 'z', 'A', 'D'), (bytes, at, typed) => {
        const address = addressOfHash(style, bytes);
        const place = Math.min(address.length - 1, 3 + at);
        const wrong = address.slice(0, place) + typed + address.slice(place + 1);
        // Letters of one size carry no checksum in EIP-55, and a short run of digits may fit by chance.
        if (wrong.toLowerCase() === address.toLowerCase() || style.kind === 'evm') return;
        expect(styleProblem(style, wrong)).toBeDefined();
      }),
      { numRuns: 200 },
    );
  });

  it('writes hashes in its own way, and takes them however they were copied', () => {
    const digits = 'AB'.repeat(32);
    expect(hashText(EVM, digits)).toBe(`0x${digits.toLowerCase()}`);
    expect(hashText(BITCOIN, `0x${digits} `)).toBe(digits.toLowerCase());
    expect(hashText(XRP, digits.toLowerCase())).toBe(digits);
    expect(hashText(TRON, 'ab')).toBeUndefined();
  });
});
