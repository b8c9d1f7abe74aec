import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { LOGO_NAMES } from './logo-names';

const FOLDER = join(import.meta.dirname, '..', 'public', 'assets', 'logos-1');
const SEEDS = join(import.meta.dirname, '..', '..', 'seeds', 'instruments');
const files = readdirSync(FOLDER);
const bases = new Set([
  // What all of them are quoted in.
  'USDT',
  ...readdirSync(SEEDS)
    .filter((file) => file.endsWith('.tsv'))
    .flatMap((file) =>
      readFileSync(join(SEEDS, file), 'utf8')
        .split('\n')
        .map((line) => line.split('\t')[0] ?? ''),
    ),
]);

describe('logos', () => {
  it('are the files that the list names, so that no row asks for one that is not there', () => {
    expect(files.map((file) => file.replace(/\.svg$/, '')).sort()).toEqual(LOGO_NAMES.split(' ').sort());
  });

  it('belong to instruments of the catalogue, and to their quote currency', () => {
    expect(LOGO_NAMES.split(' ').filter((name) => !bases.has(name))).toEqual([]);
  });

  it('are drawings alone: no script, no style, nothing that is fetched', () => {
    const wrong = files.filter((file) =>
      /<script|<style|<foreignObject|<image|href="(?!#)|\bon\w+=|url\((?!#)/i.test(
        readFileSync(join(FOLDER, file), 'utf8'),
      ),
    );
    expect(wrong).toEqual([]);
  });
});
