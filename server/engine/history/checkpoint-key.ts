import {
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  hkdfSync,
  sign,
  verify,
} from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The content of a checkpoint: at that instant the realm's history ended at this position with this hash. */
export interface CheckpointClaim {
  readonly realm: string;
  /** Counts up from 1 in each realm, so that none can be left out. */
  readonly number: number;
  readonly position: number;
  /** Lower-case hexadecimal, 64 characters. */
  readonly hash: string;
  /** Of the answers to commands since the checkpoint before (`ANSWERS_DIGEST`), in hex. */
  readonly answers: string;
  readonly at: number;
  readonly keyId: string;
  /** `digestOf` the signature of the checkpoint before it: each signs all before it too. */
  readonly previous: string;
}

/** What the first checkpoint of a realm has for `previous`. */
export const NO_CHECKPOINT = '0'.repeat(64);

/** SHA-256 over the 64 bytes of a signature, in hex. */
export function digestOf(signature: Uint8Array): string {
  return createHash('sha256').update(signature).digest('hex');
}

/** The exact text that is signed, UTF-8, nine lines without a line break at the end. */
export function checkpointText({
  realm,
  number,
  position,
  hash,
  answers,
  at,
  keyId,
  previous,
}: CheckpointClaim): string {
  return `glassbook/checkpoint/3\n${realm}\n${number}\n${position}\n${hash}\n${answers}\n${at}\n${keyId}\n${previous}`;
}

/**
 * What is signed of the answers that a repeat of a command gets: SHA-256, in hex, over a line of JSON for each, joined by line
 * feeds: position, idempotency key, stored answer and fingerprint of the request. JSON keeps lines and fields apart for any text.
 */
export const ANSWERS_DIGEST = `encode(sha256(convert_to(
  coalesce(string_agg(json_build_array(position, key, answer, fingerprint)::text, chr(10) ORDER BY position, key COLLATE "C"), ''), 'UTF8')), 'hex')`;

/** The name of a key: the first 16 hex digits of SHA-256 over its public half (32 bytes, raw). */
export function keyIdOf(publicKey: Uint8Array): string {
  return createHash('sha256').update(publicKey).digest('hex').slice(0, 16);
}

/** Whether the signature over the claim was made with the key. `publicKey` is the raw 32 bytes of Ed25519. */
export function isSigned(claim: CheckpointClaim, signature: Uint8Array, publicKey: Uint8Array): boolean {
  if (publicKey.length !== 32 || keyIdOf(publicKey) !== claim.keyId) return false;
  return signedBy(publicKey)(checkpointText(claim), signature);
}

/** Whether a signature over a text, as UTF-8, was made with a key. */
export type SignatureCheck = (text: string, signature: Uint8Array) => boolean;

/** `publicKey` is the raw 32 bytes of Ed25519. */
export function signedBy(publicKey: Uint8Array): SignatureCheck {
  const x = Buffer.from(publicKey).toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  return (text, signature) => verify(null, Buffer.from(text), key, signature);
}

/** The Ed25519 key that signs segments and checkpoints. Its private half is a file that only the server's user can read. */
export class CheckpointKey {
  readonly publicKey: Buffer;
  readonly keyId: string;
  /** For what nobody but this installation has to check. */
  private readonly secret: Buffer;

  private constructor(private readonly privateKey: KeyObject) {
    const { d } = privateKey.export({ format: 'jwk' }) as { d: string };
    this.secret = Buffer.from(hkdfSync('sha256', Buffer.from(d, 'base64url'), '', 'glassbook/seal/1', 32));
    const { x } = createPublicKey(privateKey).export({ format: 'jwk' }) as { x: string };
    this.publicKey = Buffer.from(x, 'base64url');
    this.keyId = keyIdOf(this.publicKey);
  }

  /** The key of a data folder; the first start makes it. */
  static open(dataDir: string): CheckpointKey {
    const path = join(dataDir, 'secrets', 'checkpoint-key.pem');
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const made = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' });
    try {
      writeFileSync(path, made, { mode: 0o600, flag: 'wx' });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    return new CheckpointKey(createPrivateKey(readFileSync(path)));
  }

  /** The public half of a data folder's key in hex; `undefined` where there is none. Makes nothing. */
  static publicKeyOf(dataDir: string): string | undefined {
    const path = join(dataDir, 'secrets', 'checkpoint-key.pem');
    return existsSync(path)
      ? new CheckpointKey(createPrivateKey(readFileSync(path))).publicKey.toString('hex')
      : undefined;
  }

  /** A key that is kept nowhere, for a history that ends with its process. */
  static throwaway(): CheckpointKey {
    return new CheckpointKey(generateKeyPairSync('ed25519').privateKey);
  }

  sign(claim: Omit<CheckpointClaim, 'keyId'>): Buffer {
    return this.signText(checkpointText({ ...claim, keyId: this.keyId }));
  }

  signText(text: string): Buffer {
    return sign(null, Buffer.from(text), this.privateKey);
  }

  /** HMAC-SHA-256 of a text in lower-case hexadecimal, under a secret that follows from the key: who has the database alone makes none. */
  seal(text: string): string {
    return createHmac('sha256', this.secret).update(text).digest('hex');
  }
}
