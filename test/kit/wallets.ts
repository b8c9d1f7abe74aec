import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';

/** A wallet outside the browser: signs as others do (EIP-191), with a key made of one number. */
export class TestWallet {
  private readonly key: Uint8Array;
  /** In lower case. */
  readonly address: string;

  constructor(number: number) {
    this.key = keccak_256(Buffer.from(`wallet ${number}`));
    const point = secp256k1.getPublicKey(this.key, false);
    this.address = `0x${Buffer.from(keccak_256(point.subarray(1)))
      .subarray(12)
      .toString('hex')}`;
  }

  sign(text: string): string {
    const bytes = Buffer.from(text);
    const digest = keccak_256(Buffer.concat([Buffer.from(`\u0019Ethereum Signed Message:\n${bytes.length}`), bytes]));
    const [recovery = 0, ...rest] = secp256k1.sign(digest, this.key, { prehash: false, format: 'recovered' });
    return `0x${Buffer.from([...rest, recovery + 27]).toString('hex')}`;
  }
}
