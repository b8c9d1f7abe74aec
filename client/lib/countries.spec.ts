import { describe, expect, it } from '@jest/globals';
import { COUNTRIES, isCountry } from '../../contracts/country.contract';
import { LANGUAGES } from '../../shared/language';
import { countriesIn, countryName, findCountries } from './countries';

const codesOf = (tag: string, typed: string) => findCountries(countriesIn(tag), typed).map(({ code }) => code);

describe('the countries', () => {
  it('are the 249 of ISO 3166-1, each once', () => {
    expect(COUNTRIES).toHaveLength(249);
    expect(new Set(COUNTRIES).size).toBe(249);
    expect(COUNTRIES.every((code) => /^[A-Z]{2}$/.test(code))).toBe(true);
    expect(['XK', 'EU', 'ZZ', 'UK', 'de', '__proto__', 'constructor'].filter(isCountry)).toEqual([]);
  });

  it.each(Object.values(LANGUAGES))('have names of their own in %s', (tag) => {
    const list = countriesIn(tag);
    expect(list).toHaveLength(249);
    expect(list.filter(({ code, name }) => name === code || name.trim() === '')).toEqual([]);
    expect(new Set(list.map(({ name }) => name)).size).toBe(249);
  });

  it('are sorted as the language sorts', () => {
    expect(countriesIn('en')[0]?.code).toBe('AF');
    const german = countriesIn('de').map(({ code }) => code);
    // Österreich stands among the O, not after Z.
    expect(german.indexOf('AT')).toBeLessThan(german.indexOf('PL'));
  });

  it('are found by name, by English name, by code, without accents', () => {
    expect(codesOf('ja', '日本')).toEqual(['JP']);
    expect(codesOf('ja', 'japan')).toEqual(['JP']);
    expect(codesOf('de', 'osterr')).toEqual(['AT']);
    expect(codesOf('vi', 'duc')).toContain('DE');
    expect(codesOf('th', 'ไทย')[0]).toBe('TH');
    expect(codesOf('en', 'gb')[0]).toBe('GB');
    expect(codesOf('en', 'nowhere')).toEqual([]);
  });

  it('are listed with those first whose name begins as typed', () => {
    const found = codesOf('en', 'guinea');
    expect(found.slice(0, 2)).toEqual(['GN', 'GW']);
    expect(found).toContain('GQ');
  });

  it('name one by its code, and leave what is no country as it is', () => {
    expect(countryName('DE', 'es')).toBe('Alemania');
    expect(countryName('??', 'es')).toBe('??');
  });
});
