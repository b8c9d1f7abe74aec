import { COUNTRIES, isCountry } from '../../contracts/country.contract';

export interface Country {
  code: string;
  name: string;
  /** What it is found by: its name here and in English, and its code. */
  found: readonly string[];
}

const lists = new Map<string, readonly Country[]>();

/** All countries by their names in a language (BCP-47 tag), in its order. */
export function countriesIn(tag: string): readonly Country[] {
  const kept = lists.get(tag);
  if (kept !== undefined) return kept;
  const own = new Intl.DisplayNames([tag], { type: 'region' });
  const english = new Intl.DisplayNames(['en'], { type: 'region' });
  const { compare } = new Intl.Collator(tag);
  const list = COUNTRIES.map((code) => {
    const name = own.of(code) ?? code;
    return { code, name, found: [folded(name), folded(english.of(code) ?? code), code.toLowerCase()] };
  }).sort((a, b) => compare(a.name, b.name));
  lists.set(tag, list);
  return list;
}

/** The name of one country; the code itself when there is no such country. */
export function countryName(code: string, tag: string): string {
  return isCountry(code) ? (new Intl.DisplayNames([tag], { type: 'region' }).of(code) ?? code) : code;
}

/** Those that match what was typed: whose name or code begins with it first, then those that contain it. */
export function findCountries(countries: readonly Country[], typed: string): readonly Country[] {
  const wanted = folded(typed);
  if (wanted === '') return countries;
  const begins = ({ found }: Country) => found.some((each) => each.startsWith(wanted));
  const contains = ({ found }: Country) => found.some((each) => each.includes(wanted));
  return [...countries.filter(begins), ...countries.filter((each) => !begins(each) && contains(each))];
}

/** As one types it: accents, case, spaces and hyphens make no difference. */
const folded = (text: string): string =>
  text
    .normalize('NFKD')
    // Accents of Latin letters only: Thai vowels and Korean syllables are not ornaments.
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll('đ', 'd')
    .replace(/[\s\-.,'’()&]/g, '');
