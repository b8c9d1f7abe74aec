import { describe, expect, it } from '@jest/globals';
import { languageKeys } from '../../shared/language.js';
import { refusals, type RefusalRule } from '../../contracts/refusal.contract.js';
import { refuse, type AllowedKind, type RefusalParams } from '../../server/core/refusal.js';
import { Messages } from '../../server/edge/http/messages.js';
import { filesBelow, read } from '../kit/sources.js';
import { bundle } from '../kit/words.js';

interface Place {
  at: string;
  code: string;
  params: string[];
}

/** The book refuses in ticks and lots; refusals.rules.ts puts that into words, and its own spec proves those. */
const IN_OTHER_WORDS = /^server\/trading\/matching\/|[.](spec|testkit|fixture)[.]ts$/;

const places = filesBelow('server')
  .filter((path) => path.endsWith('.ts') && !IN_OTHER_WORDS.test(path))
  .flatMap((path) => placesIn(path, read(path)));

describe('refusals', () => {
  it('are found where the server refuses', () => {
    expect(places.length).toBeGreaterThan(60);
  });

  it('have a code of the contract', () => {
    expect(places.filter(({ code }) => !(code in refusals))).toEqual([]);
  });

  it.each(languageKeys)('have a message each in %s, and no message is left over', (lang) => {
    expect(Object.keys(texts(lang)).sort()).toEqual(Object.keys(refusals).sort());
  });

  it('are handed everything that their message shows, wherever they are given', () => {
    const english = texts('en');
    const poor = places.flatMap(({ at, code, params }) => {
      const placeholders = [...(english[code] ?? '').matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1] ?? '');
      return placeholders.filter((name) => !params.includes(name)).map((name) => `${at}: ${code} lacks ${name}`);
    });
    expect(poor).toEqual([]);
  });

  it('that a policy decides name it and its version, and the contract says which policy', () => {
    const rules: Record<string, RefusalRule> = refusals;
    const named = places.filter(({ at, params }) => namesPolicy(at, params));
    const nameless = places.filter((place) => rules[place.code]?.policy !== undefined && !named.includes(place));
    expect(nameless.map(({ at, code }) => `${at}: ${code}`)).toEqual([]);
    const undeclared = named.filter(({ code }) => rules[code]?.policy === undefined && !OF_SEVERAL.has(code));
    expect(undeclared.map(({ at, code }) => `${at}: ${code}`)).toEqual([]);
  });
});

/** One refusal for limits of several policies, or of a policy and of something else, such as an instrument. */
const OF_SEVERAL = new Set([
  ...['account.locked', 'order.notional-above-maximum', 'image.too-many'],
  // Of the margin brackets, of which there are two tables.
  ...['contract.position-limit', 'contract.leverage-above-bracket', 'contract.leverage-out-of-range'],
]);

function namesPolicy(at: string, params: readonly string[]): boolean {
  if (params.includes('policy') || params.some((name) => name.startsWith('...decidedBy('))) return true;
  const source = read(at.split(':')[0] ?? '');
  return params.some((name) => {
    const spread = /^\.\.\.(?:this\.)?(\w+)/.exec(name)?.[1];
    if (spread === undefined) return false;
    return new RegExp(`\\b${spread}\\b[^;]*?(=|\\{)[^;]*?(decidedBy\\(|policy:)`).test(source);
  });
}

/** Every kind that there is, and the compiler holds this list to them. */
const KINDS = {
  atLeast: 1,
  atLeastCharacters: 1,
  atMost: 1,
  atMostCharacters: 1,
  decimal: 0,
  documented: 0,
  format: 1,
  integer: 0,
  multipleOf: 1,
  number: 0,
  oneOf: 1,
  plainText: 0,
  singleText: 0,
} satisfies Record<AllowedKind, 0 | 1>;

describe.each(languageKeys)('a refusal in %s', (lang) => {
  const messages = new Messages();

  it('shows everything that it is given a place for, and has no empty place', () => {
    const poor = Object.entries(texts(lang)).flatMap(([code, text]) => {
      const names = [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1] ?? '');
      const params = Object.fromEntries(names.map((name) => [name, name === 'allowed' ? 'number' : `<${name}>`]));
      const sentence = messages.refusal(lang, refuse(code, params as RefusalParams));
      const missing = names.filter((name) => name !== 'allowed' && !sentence.includes(`<${name}>`));
      return missing.length > 0 || isPoor(sentence) ? [`${code}: ${sentence}`] : [];
    });
    expect(poor).toEqual([]);
  });

  it('says of every kind of field what it may be', () => {
    const sentences = Object.entries(KINDS).map(([kind, figures]) => {
      const allowed = (figures === 1 ? `${kind}\u001f<figure>` : kind) as AllowedKind;
      return {
        kind,
        figures,
        sentence: messages.refusal(lang, refuse('request.field-invalid', { field: 'side', allowed })),
      };
    });
    expect(
      sentences.filter((each) => isPoor(each.sentence) || (each.figures === 1 && !each.sentence.includes('<figure>'))),
    ).toEqual([]);
    expect(new Set(sentences.map((each) => each.sentence)).size).toBe(sentences.length);
  });
});

/** A place that was left open, or a mark that follows nothing: "Offered: ." */
function isPoor(sentence: string): boolean {
  const prose = sentence.replaceAll(/https:\/\/|mailto:/g, 'link');
  return prose === '' || /\{\{|\}\}|undefined|NaN|\[object|[:：,，(（„「]\s*([.。:：,，)）”」]|$)| {2}/.test(prose);
}

function texts(lang: string): Record<string, string> {
  const [all, order] = ['refusal', 'order-refusal'].map((noun) => bundle(lang, noun));
  return { ...all, ...order };
}

/** Every `refuse('code', { … })` of a file: its code and the names it hands in. */
function placesIn(path: string, source: string): Place[] {
  return [...source.matchAll(/\brefuse\(\s*'([a-z.-]+)'/g)].map((match) => {
    const from = match.index + match[0].length;
    const line = source.slice(0, match.index).split('\n').length;
    return { at: `${path}:${line}`, code: match[1] ?? '', params: namesIn(argumentsFrom(source, from)) };
  });
}

/** What follows the code up to the closing bracket of the call. */
function argumentsFrom(source: string, from: number): string {
  let depth = 1;
  let at = from;
  for (; at < source.length && depth > 0; at += 1) {
    if ('({['.includes(source[at] ?? '')) depth += 1;
    if (')}]'.includes(source[at] ?? '')) depth -= 1;
  }
  return source.slice(from, at - 1);
}

function namesIn(text: string): string[] {
  if (/^,\s*decidedBy\(/.test(text)) return ['...decidedBy('];
  const body = /\{([\s\S]*)\}/.exec(text)?.[1] ?? '';
  const parts: string[] = [''];
  let depth = 0;
  for (const letter of body) {
    if ('({['.includes(letter)) depth += 1;
    if (')}]'.includes(letter)) depth -= 1;
    if (letter === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += letter;
  }
  return parts.map((part) => part.split(':')[0]?.trim() ?? '').filter((name) => name !== '');
}
