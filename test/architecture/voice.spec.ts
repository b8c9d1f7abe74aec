import { describe, expect, it } from '@jest/globals';
import { languageKeys } from '../../shared/language.js';
import { filesBelow, read, readJson } from '../kit/sources.js';
import { bundle, textsOf } from '../kit/words.js';

const WORDS_PER_SENTENCE_MAX = 15;
/** Articles and agreements are read at leisure, so they may take longer. */
const WORDS_PER_SEEDED_SENTENCE_MAX = 25;

/** Words that read as careful translation, and people are they. */
const BANNED =
  /\b(anew|whoever|of ours|by it|as a rule|so that|stands in|is had|once more|the asker|be told|he|him|his|himself)\b/i;

/** One thing, one name: forbidden words, each with the right one. */
const SECOND_NAMES: readonly (readonly [RegExp, string])[] = [
  [/\btransaction password\b/i, 'trade password'],
  [/\b(security|user|help|reward|personal) center\b/i, 'centre'],
  [/\b\w*realized\b/i, 'realised'],
  [/\bGoogle (verification|code)\b/i, 'authenticator'],
  [/\bapplications?\b/i, 'request'],
  [/(?<!\bfee )\bvouchers?\b/i, 'receipt'],
  [/\b(wires?|wired|wiring)\b/i, 'payment, transfer'],
  [/\bpre-order/i, 'C2C order'],
  [/\blog-ins?\b/i, 'log in (verb), login (noun)'],
  [/\be-mails?\b/i, 'email'],
  [/\bset-up\b/i, 'set up (verb), setup (noun)'],
  [/\b(worst price|protection band)\b/i, 'slippage limit'],
  [/\bplay money\b/i, 'demo funds'],
  [/\b(not built yet|to come|comes later)\b/i, 'Not open yet'],
];

const english = [...textsOf('en')];

describe('the English on screens', () => {
  // Letters and rules count too: they are read on a phone.
  it(`says one fact a sentence, in ${WORDS_PER_SENTENCE_MAX} words or fewer`, () => {
    const long = english.filter(([, text]) => sentencesOf(text).some((each) => each > WORDS_PER_SENTENCE_MAX));
    expect(long.map(([key, text]) => `${key}: ${text}`)).toEqual([]);
  });

  it('uses none of the banned words', () => {
    expect(english.filter(([, text]) => BANNED.test(text)).map(([key, text]) => `${key}: ${text}`)).toEqual([]);
  });

  it('has one word for one thing', () => {
    expect(english.flatMap(([key, text]) => secondNames(text).map((word) => `${key}: ${text} (${word})`))).toEqual([]);
  });

  it('writes the apostrophe of print', () => {
    expect(english.filter(([, text]) => text.includes("'")).map(([key, text]) => `${key}: ${text}`)).toEqual([]);
  });

  it('says frozen of accounts alone: money is on hold', () => {
    const money = english.filter(
      ([key, text]) => /\bfrozen\b/i.test(text) && !/frozen|freeze/i.test(key) && !/\baccount\b/i.test(text),
    );
    expect(money.map(([key, text]) => `${key}: ${text}`)).toEqual([]);
  });
});

describe('the seeded English', () => {
  const seeded = filesBelow('seeds/content/en').flatMap((path) => linesOf(path).map((line) => [path, line] as const));
  const found = (wrong: (line: string) => boolean) =>
    seeded.filter(([, line]) => wrong(line)).map(([path, line]) => `${path}: ${line}`);

  it(`says one fact a sentence, in ${WORDS_PER_SEEDED_SENTENCE_MAX} words or fewer`, () => {
    expect(found((line) => sentencesOf(line).some((each) => each > WORDS_PER_SEEDED_SENTENCE_MAX))).toEqual([]);
  });

  it('uses none of the banned words', () => {
    expect(found((line) => BANNED.test(line))).toEqual([]);
  });

  it('has one word for one thing', () => {
    expect(found((line) => secondNames(line).length > 0)).toEqual([]);
  });

  it('writes the apostrophe of print', () => {
    expect(found((line) => line.includes("'"))).toEqual([]);
  });

  it('says frozen of accounts alone: money is on hold', () => {
    expect(found((line) => /\bfr(ee|o)ze/i.test(line) && !/account/i.test(line))).toEqual([]);
  });
});

describe('the English of README, CHANGELOG and docs', () => {
  // The glossary names what the code calls by another word.
  const pages = ['README.md', 'CHANGELOG.md', ...filesBelow('docs')].filter(
    (path) => path.endsWith('.md') && path !== 'docs/glossary.md',
  );
  const lines = pages.flatMap((path) => linesOf(path).map((line) => [path, line] as const));

  it('uses none of the banned words, and has one word for one thing', () => {
    const wrong = lines.filter(([, line]) => BANNED.test(line) || secondNames(line).length > 0);
    expect(wrong.map(([path, line]) => `${path}: ${line}`)).toEqual([]);
  });

  it('writes the apostrophe of a keyboard, as code does', () => {
    expect(lines.filter(([, line]) => line.includes('’')).map(([path, line]) => `${path}: ${line}`)).toEqual([]);
  });
});

describe('the simulation notice', () => {
  it('reads the same while a screen loads and after', () => {
    const loading = languageKeys.map((lang) => bundle(lang, 'common'));
    const loaded = languageKeys.map((lang) =>
      readJson<{ simulationNotice: string }>(`seeds/content/${lang}/brand.json`),
    );
    expect(loading.map((texts) => texts['notice.simulation'])).toEqual(
      loaded.map(({ simulationNotice }) => simulationNotice),
    );
  });
});

/** What is read as one piece: a line, a cell of a table. */
function linesOf(path: string): string[] {
  return read(path)
    .split(/\n| \| /)
    .filter((line) => /\w/.test(line));
}

function secondNames(text: string): string[] {
  return SECOND_NAMES.filter(([other]) => other.test(text)).map(([, word]) => word);
}

/** How many words each sentence has; a value that is filled in counts as one. */
function sentencesOf(text: string): number[] {
  const filled = text.replace(/\{\{[^}]*\}\}|%\{[^}]*\}/g, 'value').replace(/<\/?\w+>/g, '');
  return filled
    .split(/(?<=[.!?…]["”)]?)\s+|\n+/)
    .map((sentence) => sentence.split(/\s+/).filter((word) => /\w/.test(word)).length);
}
