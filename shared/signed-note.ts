import { fromBase64, toBase64 } from './base64.js';
import { sha256 } from './sha256.js';

/** A text and who signed it, as C2SP signed-note has it. */
export interface Note {
  /** With its final line feed. */
  readonly text: string;
  readonly signatures: readonly NoteSignature[];
}

export interface NoteSignature {
  readonly name: string;
  /** The first four bytes of the key's hash. */
  readonly keyId: number;
  readonly signature: Uint8Array<ArrayBuffer>;
}

/** The type of a signature, which is under the hash of its key. */
export const SIGNATURE_TYPES = { ed25519: 0x01, cosignature: 0x04 } as const;
export type SignatureType = keyof typeof SIGNATURE_TYPES;

export interface NoteKey {
  readonly name: string;
  readonly type: SignatureType;
  /** Of Ed25519, 32 bytes. */
  readonly publicKey: Uint8Array;
}

/** Ed25519 of whoever verifies: browser, server and script have their own. */
export type VerifyEd25519 = (message: Uint8Array, signature: Uint8Array, publicKey: Uint8Array) => boolean;

export type NoteProblem =
  | 'too-long'
  | 'control-character'
  | 'no-signatures'
  | 'cut-off'
  | 'bad-signature-line'
  | 'too-many-signatures';

/** Signatures after quantum computers have 5 kB each; a checkpoint with 16 of ours has 3 kB. */
const LENGTH_MAX = 100_000;
const SIGNATURES_MAX = 64;
const KEY_ID_BYTES = 4;
/** All that are forbidden: a line feed is not. */
const CONTROL = /[\u0000-\u0009\u000b-\u001f]/;
const NAME = /^[^\p{White_Space}+]+$/u;
const SIGNATURE_LINE = /^\u2014 (\S+) (\S+)$/;

export function isKeyName(name: string): boolean {
  return NAME.test(name) && !CONTROL.test(name);
}

export function keyIdOf({ name, type, publicKey }: NoteKey): number {
  const label = new TextEncoder().encode(`${name}\n`);
  const message = Uint8Array.of(...label, SIGNATURE_TYPES[type], ...publicKey);
  return readUint32(sha256(message));
}

/** A public key in one word: name, key ID, and type with key, joined by plus signs. */
export function verifierKey(key: NoteKey): string {
  const id = keyIdOf(key).toString(16).padStart(8, '0');
  return `${key.name}+${id}+${toBase64(Uint8Array.of(SIGNATURE_TYPES[key.type], ...key.publicKey))}`;
}

/** `undefined` for what is no key of a known type, or has the ID of another. */
export function readVerifierKey(text: string): NoteKey | undefined {
  const [, name, id, encoded] = /^([^+]+)\+([0-9a-f]{8})\+(.+)$/.exec(text) ?? [];
  const bytes = fromBase64(encoded ?? '');
  if (name === undefined || !isKeyName(name) || bytes?.length !== 33) return undefined;
  const type = TYPES.find((one) => SIGNATURE_TYPES[one] === bytes[0]);
  if (type === undefined) return undefined;
  const key = { name, type, publicKey: bytes.slice(1) };
  return keyIdOf(key).toString(16).padStart(8, '0') === id ? key : undefined;
}

const TYPES: readonly SignatureType[] = ['ed25519', 'cosignature'];

export function signatureLine(key: NoteKey, signature: Uint8Array): string {
  const bytes = new Uint8Array(KEY_ID_BYTES + signature.length);
  new DataView(bytes.buffer).setUint32(0, keyIdOf(key));
  bytes.set(signature, KEY_ID_BYTES);
  return `\u2014 ${key.name} ${toBase64(bytes)}\n`;
}

/** The text, an empty line, and a line a signature. */
export function noteOf(text: string, lines: readonly string[]): string {
  return `${text}\n${lines.join('')}`;
}

export function parseNote(note: string): Note | { readonly problem: NoteProblem } {
  if (note.length > LENGTH_MAX) return { problem: 'too-long' };
  if (CONTROL.test(note)) return { problem: 'control-character' };
  const end = note.lastIndexOf('\n\n');
  if (end < 0 || end + 2 === note.length) return { problem: 'no-signatures' };
  if (!note.endsWith('\n')) return { problem: 'cut-off' };
  const lines = note.slice(end + 2, -1).split('\n');
  if (lines.length > SIGNATURES_MAX) return { problem: 'too-many-signatures' };
  const signatures = readSignatureLines(lines);
  return signatures === undefined ? { problem: 'bad-signature-line' } : { text: note.slice(0, end + 1), signatures };
}

/** `undefined` where one is none. */
export function readSignatureLines(lines: readonly string[]): NoteSignature[] | undefined {
  const signatures = lines.map(readSignatureLine);
  return signatures.every((one) => one !== undefined) ? signatures : undefined;
}

function readSignatureLine(line: string): NoteSignature | undefined {
  const [, name = '', encoded = ''] = SIGNATURE_LINE.exec(line) ?? [];
  const bytes = fromBase64(encoded);
  if (!isKeyName(name) || bytes === undefined || bytes.length <= KEY_ID_BYTES) return undefined;
  return { name, keyId: readUint32(bytes), signature: bytes.slice(KEY_ID_BYTES) };
}

/** The signatures of a note that name this key. Others are none of its concern, though name or ID be the same. */
export function signaturesOf({ signatures }: Note, key: NoteKey): NoteSignature[] {
  const id = keyIdOf(key);
  return signatures.filter(({ name, keyId }) => name === key.name && keyId === id);
}

/** Whether a note is signed by a key: a single wrong signature in its name spoils the note. */
export function verifyNote(note: Note, key: NoteKey, verify: VerifyEd25519): 'right' | 'wrong' | 'absent' {
  const named = signaturesOf(note, key);
  if (named.length === 0) return 'absent';
  const message = new TextEncoder().encode(note.text);
  return named.every(({ signature }) => verify(message, signature, key.publicKey)) ? 'right' : 'wrong';
}

function readUint32(bytes: Uint8Array<ArrayBuffer>): number {
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
}
