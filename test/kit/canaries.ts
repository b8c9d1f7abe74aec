import { createHash } from 'node:crypto';

/**
 * A text that must be found nowhere in clear. `digits` are six digits, which stand in numbers by chance: see `CanaryFinder`.
 * `token`: of so much chance that its unsalted hash may be kept, as tables of sessions do; nothing else may be.
 */
export interface Canary {
  name: string;
  text: string;
  kind: 'text' | 'phone' | 'digits' | 'token';
}

export interface Finding {
  place: string;
  canary: string;
  writing: string;
  /** Some characters before and after it. */
  around: string;
}

interface Pattern {
  canary: string;
  writing: string;
  bytes: Buffer;
}

/** Shorter cuts of base64 would be found by chance. */
const BYTES_MIN = 7;

/** Every way in which a text may have been written down, by the name of the writing. */
export function writingsOf({ text, kind }: Canary): Map<string, Buffer> {
  const found = new Map<string, Buffer>();
  const add = (writing: string, bytes: Buffer | string): void => {
    const pattern = Buffer.from(bytes as string);
    if (pattern.length >= BYTES_MIN) found.set(writing, pattern);
  };
  const hash = createHash('sha256').update(text).digest();
  if (kind === 'digits') {
    // In raw bytes bare digits mean nothing; in quotes they are a value.
    add('in quotes', `"${text}"`);
    add('in escaped quotes', `\\"${text}\\"`);
  } else {
    for (const [form, written] of formsOf(text, kind)) addText(add, form, written);
  }
  // An unsalted hash of a guessable text reveals the text.
  if (kind !== 'token') {
    add('SHA-256', hash);
    for (const encoding of ['hex', 'base64', 'base64url'] as const) {
      add(`SHA-256 in ${encoding}`, hash.toString(encoding).replaceAll('=', ''));
    }
  }
  return found;
}

function formsOf(text: string, kind: Canary['kind']): Map<string, string> {
  const forms = new Map([
    ['as it is', text],
    ['in lower case', text.toLowerCase()],
    ['in upper case', text.toUpperCase()],
    ['without separators', text.replace(/[\s-]/g, '')],
    ['decomposed', text.normalize('NFD')],
  ]);
  if (kind === 'phone') {
    forms.set('digits only', text.slice(1));
    forms.set('dialled', `00${text.slice(1)}`);
    forms.set('national', `0${text.slice(3)}`);
  }
  return forms;
}

function addText(add: (writing: string, bytes: Buffer | string) => void, form: string, text: string): void {
  const bytes = Buffer.from(text);
  const wide = Buffer.from(text, 'utf16le');
  add(`UTF-8 ${form}`, bytes);
  add(`UTF-16LE ${form}`, wide);
  add(`UTF-16BE ${form}`, Buffer.from(wide).swap16());
  add(`hex ${form}`, bytes.toString('hex'));
  add(`HEX ${form}`, bytes.toString('hex').toUpperCase());
  for (const encoding of ['base64', 'base64url'] as const) {
    for (const shift of [0, 1, 2]) add(`${encoding} +${shift} ${form}`, inBase64(bytes, shift, encoding));
  }
  add(`URL ${form}`, encodeURIComponent(text));
  add(`form ${form}`, new URLSearchParams({ _: text }).toString().slice(2));
  add(`percent ${form}`, [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''));
  add(`JSON ${form}`, JSON.stringify(text).slice(1, -1));
  add(`JSON in JSON ${form}`, JSON.stringify(JSON.stringify(text)).slice(3, -3));
  add(
    `\\u ${form}`,
    text.replace(/[^ -~]/g, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`),
  );
}

/** The part of a text’s base64 that does not depend on its surroundings, when it begins `shift` bytes into a group of three. */
function inBase64(bytes: Buffer, shift: number, encoding: 'base64' | 'base64url'): string {
  const written = Buffer.concat([Buffer.alloc(shift), bytes]).toString(encoding);
  return written.slice(Math.ceil((shift * 8) / 6), Math.floor(((shift + bytes.length) * 8) / 6));
}

/**
 * Looks for every canary in every writing in one pass, however many there are. Six digits stand in any long list of numbers
 * by chance, so they are looked for as values: in quotes in raw bytes, and between boundaries of words in texts that
 * hold few numbers (`inText`); as bytes in the middle of others they would say nothing.
 */
export class CanaryFinder {
  readonly patterns: readonly Pattern[];
  private readonly begins = new Uint8Array(1 << 24);
  private readonly byBegin = new Map<number, Pattern[]>();
  private readonly digits: RegExp;
  private readonly names: ReadonlyMap<string, string>;

  constructor(readonly canaries: readonly Canary[]) {
    const seen = new Set<string>();
    this.patterns = canaries.flatMap((canary) =>
      [...writingsOf(canary)].flatMap(([writing, bytes]) => {
        const key = bytes.toString('latin1');
        if (seen.has(key)) return [];
        seen.add(key);
        return [{ canary: canary.name, writing, bytes }];
      }),
    );
    for (const pattern of this.patterns) {
      const begin = pattern.bytes.readUInt32BE();
      this.begins[begin & 0xffffff] = 1;
      this.byBegin.set(begin, [...(this.byBegin.get(begin) ?? []), pattern]);
    }
    const short = canaries.filter(({ kind }) => kind === 'digits');
    this.names = new Map(short.map(({ name, text }) => [text, name]));
    this.digits = new RegExp(`(?<![\\w.-])(?:${[...this.names.keys()].join('|') || 'none'})(?![\\w.])`, 'g');
  }

  inBytes(place: string, bytes: Buffer): Finding[] {
    const found: Finding[] = [];
    let last4 = 0;
    for (let at = 0; at < bytes.length; at += 1) {
      last4 = ((last4 << 8) | (bytes[at] as number)) >>> 0;
      if (this.begins[last4 & 0xffffff] === 0) continue;
      const start = at - 3;
      for (const { canary, writing, bytes: wanted } of this.byBegin.get(last4) ?? []) {
        if (!wanted.equals(bytes.subarray(start, start + wanted.length))) continue;
        found.push({ place, canary, writing, around: around(bytes, start, wanted.length) });
      }
    }
    return found;
  }

  inText(place: string, text: string): Finding[] {
    const bytes = Buffer.from(text);
    const short = [...text.matchAll(this.digits)].map(({ 0: digits, index }) => ({
      place,
      canary: this.names.get(digits) ?? '',
      writing: 'a value',
      around: text.slice(Math.max(0, index - 80), index + 46),
    }));
    return [...this.inBytes(place, bytes), ...short];
  }
}

function around(bytes: Buffer, start: number, length: number): string {
  const text = bytes.subarray(Math.max(0, start - 80), start + length + 40).toString('latin1');
  return text.replace(/[^ -~]+/g, '·');
}
