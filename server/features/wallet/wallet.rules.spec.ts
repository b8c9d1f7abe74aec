import { describe, expect, it } from '@jest/globals';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import fc from 'fast-check';
import { addressIsRight, challengeText, checksummed, domainIsOurs, signerOf } from './wallet.rules.js';

/** Signs as wallets do (EIP-191). */
function personalSign(text: string, key: Uint8Array): string {
  const bytes = Buffer.from(text);
  const digest = keccak_256(Buffer.concat([Buffer.from(`\u0019Ethereum Signed Message:\n${bytes.length}`), bytes]));
  const [recovery, ...rest] = secp256k1.sign(digest, key, { prehash: false, format: 'recovered' });
  return `0x${Buffer.from([...rest, (recovery ?? 0) + 27]).toString('hex')}`;
}

function addressOf(key: Uint8Array): string {
  const point = secp256k1.getPublicKey(key, false);
  return `0x${Buffer.from(keccak_256(point.subarray(1)))
    .subarray(12)
    .toString('hex')}`;
}

const keys = fc.uint8Array({ minLength: 32, maxLength: 32 }).filter((bytes) => secp256k1.utils.isValidSecretKey(bytes));

describe('a wallet address', () => {
  it.each([
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
    '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
  ])('has the mixed case of EIP-55: %s', (address) => {
    expect(checksummed(address.toLowerCase())).toBe(address);
    expect(addressIsRight(address)).toBe(true);
  });

  it('with one letter in the wrong case is mistyped', () => {
    expect(addressIsRight('0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed')).toBe(false);
  });
});

describe('a signature', () => {
  it('is known by the published example of EIP-191: web3 signs "Some data"', () => {
    const signature =
      '0xb91467e570a6466aa9e9876cbcd013baba02900b8979d43fe208a4a4f339f5fd6007e74cd82e037b800186422fc2da167c747ef045e5d18a5f5d4300f8e1a0291c';
    expect(signerOf('Some data', signature)).toBe('0x2c7536e3605d9c16a7a3d7b1898e529396a65c23');
  });

  it('names its signer, for every key and text', () => {
    fc.assert(
      fc.property(keys, fc.string(), (key, text) => {
        expect(signerOf(text, personalSign(text, key))).toBe(addressOf(key));
      }),
      { numRuns: 20 },
    );
  });

  it('of another text names somebody else, and its twin with the high s nobody', () => {
    const key = new Uint8Array(32).fill(7);
    const signature = personalSign('text', key);
    expect(signerOf('texT', signature)).not.toBe(addressOf(key));
    const order = secp256k1.Point.Fn.ORDER;
    const high = (order - BigInt(`0x${signature.slice(66, 130)}`)).toString(16).padStart(64, '0');
    const flipped = signature.endsWith('1b') ? '1c' : '1b';
    expect(signerOf('text', `${signature.slice(0, 66)}${high}${flipped}`)).toBeUndefined();
  });

  it.each(['0x', `0x${'00'.repeat(65)}`, `0x${'ff'.repeat(64)}1b`, `0x${'11'.repeat(64)}05`])(
    'that is none names nobody: %s',
    (signature) => expect(signerOf('text', signature)).toBeUndefined(),
  );
});

describe('the message to sign', () => {
  it('is bound to domain, address, nonce and time as EIP-4361 has it', () => {
    expect(
      challengeText({
        domain: 'exchange.example',
        address: '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed',
        statement: 'Log in to Glassbook.',
        uri: 'https://exchange.example/login',
        nonce: 'abcdefgh12345678',
        issuedAt: 0,
        expiresAt: 300_000,
      }),
    ).toBe(
      [
        'exchange.example wants you to sign in with your Ethereum account:',
        '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
        '',
        'Log in to Glassbook.',
        '',
        'URI: https://exchange.example/login',
        'Version: 1',
        'Chain ID: 1',
        'Nonce: abcdefgh12345678',
        'Issued At: 1970-01-01T00:00:00.000Z',
        'Expiration Time: 1970-01-01T00:05:00.000Z',
      ].join('\n'),
    );
  });

  it.each([
    ['exchange.example', 'https://exchange.example', true],
    ['exchange.example.evil.test', 'https://exchange.example', false],
    ['localhost:8080', 'https://exchange.example', false],
    ['localhost:8080', null, true],
    ['127.0.0.1:8080', null, true],
    ['[::1]:8080', null, true],
    ['127.0.0.1:9999', null, false],
    ['localhost', null, false],
    ['127.0.0.1.evil.test', null, false],
    ['evil.test', null, false],
    ['localhost:5173', 'http://localhost:5173', true],
    ['127.0.0.1:5173', 'http://localhost:5173', true],
    ['localhost:8080', 'http://localhost:5173', true],
    ['localhost:9999', 'http://localhost:5173', false],
  ])('for the host %s at a server on port 8080 whose address is %s: %s', (domain, publicUrl, ours) => {
    expect(domainIsOurs(domain, publicUrl, 8080)).toBe(ours);
  });
});
