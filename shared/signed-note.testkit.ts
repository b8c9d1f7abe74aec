import { createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import type { NoteKey, SignatureType, VerifyEd25519 } from './signed-note.js';

export const verifyEd25519: VerifyEd25519 = (message, signature, publicKey) => {
  const x = Buffer.from(publicKey).toString('base64url');
  return verify(null, message, createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }), signature);
};

/** A key made of a seed of 32 bytes. */
export class NoteSigner {
  private readonly privateKey: KeyObject;
  readonly key: NoteKey;

  constructor(name: string, type: SignatureType, seed: Uint8Array) {
    const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]);
    this.privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
    const { x } = createPublicKey(this.privateKey).export({ format: 'jwk' }) as { x: string };
    this.key = { name, type, publicKey: Buffer.from(x, 'base64url') };
  }

  sign(message: Uint8Array | string): Buffer {
    return sign(null, Buffer.from(message), this.privateKey);
  }
}
