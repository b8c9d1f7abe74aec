import { describe, expect, it } from '@jest/globals';
import { CONTRACT_PLACING } from '../../contracts/contract.calls.js';
import { interestOf, penaltyOf, yearly } from '../../shared/custody.js';
import { languageKeys, type Language } from '../../shared/language.js';
import { loanCost, type LoanTerms } from '../../shared/loan.js';
import { liquidationPrice, maintenanceMargin, marginBrackets, openingCost } from '../../shared/margin.js';
import { amount, format, roundTo, times, ZERO } from '../../shared/money.js';
import { filesBelow, read } from '../kit/sources.js';
import { patternOf, textsOf } from '../kit/words.js';

const seeds = (language: Language) => filesBelow(`seeds/content/${language}`).filter((path) => path.endsWith('.md'));
const matches = (path: string, pattern: RegExp) => [...read(path).matchAll(pattern)].map(([, found]) => found ?? '');

/** Bold is a label of a screen, unless it ends like the head of a paragraph: `**Prices:** …`. */
const labelsIn = (path: string) => matches(path, /\*\*(.+?)\*\*/g).filter((bold) => !/[:.：。]$/.test(bold));

/** A text of a screen whose holes may hold anything; one that is nothing but holes proves nothing. */
function isOn(language: Language): (label: string) => boolean {
  const texts = [...textsOf(language)].filter(([key]) => !key.startsWith('console:')).map(([, text]) => text);
  const whole = new Set(texts);
  const holed = texts
    .filter((text) => /\{\{/.test(text) && /\p{L}/u.test(text.replace(/\{\{\w+\}\}/g, '')))
    .map((text) => new RegExp(`^${patternOf(text).source}$`));
  return (label) => whole.has(label) || holed.some((pattern) => pattern.test(label));
}

it('the help says what to do about every refusal of an order, of contracts too', () => {
  const codes = matches('seeds/content/en/help/why-was-my-order-refused.md', /`(.+?)`/g);
  expect(CONTRACT_PLACING.filter((code) => !codes.includes(code))).toEqual([]);
});

describe.each(languageKeys)('the help on trading pauses, in %s', (language) => {
  it('says the band and the minutes of each venue, as the calendars have them', () => {
    const calendars = JSON.parse(read('seeds/instruments/calendars.json')) as {
      id: string;
      interruption?: { band: number; pauseMinutes: number; thin?: { band: number }; cheap?: { band: number } };
    }[];
    const byVenue = ['nyse', 'lse', 'xetra', 'euronext', 'six', 'madrid', 'hkex', 'metals-23x5'].flatMap((id) => {
      const { band, pauseMinutes, thin, cheap } = calendars.find((each) => each.id === id)?.interruption ?? {};
      const bands = [band, thin?.band, cheap?.band].filter((each) => each !== undefined);
      return bands.map((each) => `${+(each * 100).toFixed(4)} ${pauseMinutes}`);
    });
    const help = read(`seeds/content/${language}/help/instruments-and-trading-hours.md`);
    const rows = [...help.matchAll(/\| ([\d.,]+) ?% +\| (\d+) /g)];
    expect(rows.map(([, band = '', minutes]) => `${+band.replace(',', '.')} ${minutes}`)).toEqual(byVenue);
    const rule = (id: string) => JSON.stringify(calendars.find((each) => each.id === id)?.interruption);
    expect([rule('milan'), rule('energy-23x5')]).toEqual([rule('euronext'), rule('metals-23x5')]);
  });
});

describe('the help on contracts', () => {
  const values = (name: string) =>
    (JSON.parse(read('seeds/policies.json')) as { name: string; values: Record<string, string | number> }[]).find(
      (policy) => policy.name === name,
    )?.values ?? {};
  const { to1, rate1, leverage1 } = values('contract.crypto');
  const brackets = marginBrackets([{ to: `${to1}`, rate: `${rate1}`, leverageMax: Number(leverage1) }]);
  const takerRate = amount(`${values('contract.fees')['taker0']}`);
  const [side, price, quantity] = ['long' as const, amount('92500'), amount('0.1')];
  const entryNotional = times(price, quantity, 'down');
  const cost = openingCost({ side, price, quantity, leverage: 20 }, { opening: takerRate, closing: takerRate });
  const margin = cost.initialMargin + cost.closingFee;
  const position = { side, quantity, entryNotional, margin, fundingOwed: ZERO };

  it.each(languageKeys)('has the figures in %s that the formulas give by the seeded rules', (language) => {
    const figures = [
      format(entryNotional),
      `${format(cost.initialMargin)}0`,
      format(maintenanceMargin(entryNotional, brackets)),
      format(roundTo(liquidationPrice(position, { brackets, takerRate }) ?? ZERO, 0, 'half-even')),
    ];
    const inUsdt = matches(`seeds/content/${language}/help/how-contracts-work.md`, /([\d.,]+) USDT +\|/g);
    expect(inUsdt.map((figure) => figure.replace(/[.,]/g, ''))).toEqual(figures.map((each) => each.replace('.', '')));
  });
});

describe.each(languageKeys)('the texts on custody in %s', (language) => {
  const digits = (path: string) => read(`seeds/content/${language}/${path}`).replace(/(\d)[.,](\d)/g, '$1.$2');

  it('say of a year what the lowest and the highest rate of a day compound to', () => {
    const percent = (share: string) => `${Math.round(Number(share) * 100)} ?%`;
    const page = read(`seeds/content/${language}/page/signs-of-a-fraud.md`);
    for (const rate of ['0.003', '0.005']) expect(page).toMatch(new RegExp(percent(yearly(rate))));
  });

  it('work the example of the help out as orders are', () => {
    const rates = [...digits('help/how-ai-custody-works.md').matchAll(/0\.(\d\d) ?%/g)].map(
      ([, hundredths]) => hundredths,
    );
    // Before the seven rates stand the band and its step.
    const drawn = rates.slice(-7).map((hundredths) => `0.00${hundredths}`);
    expect(drawn).toEqual(['0.0031', '0.0044', '0.0038', '0.0050', '0.0030', '0.0042', '0.0035']);
    const flat = penaltyOf({ principal: '1000', penalty: 'flat', penaltyRate: '0.05' }, 3);
    const byDay = penaltyOf({ principal: '1000', penalty: 'remaining-days', penaltyRate: '0.004' }, 3);
    const [whole, three] = [interestOf('1000', drawn), interestOf('1000', drawn.slice(0, 3))];
    const rows = [
      [whole, '0'],
      [three, flat],
      [three, byDay],
      ['0', flat],
    ] as const;
    const figures = rows.flatMap(([interest, penalty]) => [
      interest,
      penalty,
      format(amount('1000') + amount(interest) - amount(penalty)),
    ]);
    const inUsdt = matches(`seeds/content/${language}/help/how-ai-custody-works.md`, /([\d.,]+) USDT +\|/g);
    expect(inUsdt.map((figure) => figure.replace(/[.,]/g, ''))).toEqual(
      figures.map((figure) => `${Number(figure) * 100}`.padStart(3, '0')),
    );
  });
});

describe('the help on loans', () => {
  const [rules] = (JSON.parse(read('seeds/policies.json')) as { name: string; values: Omit<LoanTerms, 'principal'> }[])
    .filter(({ name }) => name === 'loan.rules')
    .map(({ values }) => values);

  it.each(languageKeys)('has the figures in %s that the formulas give by the seeded rules', (language) => {
    const figures = [3, 10, 30, 40, 120].flatMap((days) => {
      const terms = { dailyRate: '0', freeDays: 0, lateRate: '0', ...rules, principal: '1000', periodDays: 30 };
      const { interest, lateFee, total } = loanCost(terms, days);
      return [interest, lateFee, total];
    });
    const inUsdt = matches(`seeds/content/${language}/help/how-loans-work.md`, /([\d.,]+) USDT +\|/g);
    expect(inUsdt.map((figure) => figure.replace(/[.,]/g, ''))).toEqual(
      figures.map((figure) => `${Number(figure) * 100}`.padStart(3, '0')),
    );
  });
});

/** A push lands at the start of the second minute after its own. */
const SOON: Readonly<Record<Language, string>> = {
  en: 'one to two minutes',
  xby: 'entre uno y dos minutos',
  de: 'ein bis zwei Minuten',
  jp: '1～2分後',
  hy: '1~2분 뒤',
  ty: 'หนึ่งถึงสองนาที',
  yn: 'một đến hai phút',
  zh: '一至两分钟',
  ft: '一至兩分鐘',
};

describe.each(languageKeys)('screen and help in %s', (language) => {
  const texts = textsOf(language);

  it('say alike how soon trades move the index', () => {
    expect(texts.get('order:trigger.hint.index')).toContain(SOON[language]);
    expect(read(`seeds/content/${language}/help/order-types.md`)).toContain(SOON[language]);
  });

  it('say of the spread, and not of the price, that it is higher while a market is closed', () => {
    const [, closed = ''] = /\{\{spread\}\}(.*)\{\{closedMax\}\}/.exec(texts.get('policy:rule.c2c.rules') ?? '') ?? [];
    expect(closed.toLowerCase()).toContain(texts.get('c2c:fact.margin')?.toLowerCase());
  });
});

describe.each(languageKeys)('the seeded texts in %s', (language) => {
  it('quote the labels that the screens show', () => {
    const isOnScreen = isOn(language);
    const labels = seeds(language).flatMap((path) => labelsIn(path).map((label) => [path, label] as const));
    expect(labels.length).toBeGreaterThan(80);
    expect(labels.filter(([, label]) => !isOnScreen(label))).toEqual([]);
  });

  it('lead to the same pages and name the same codes as the English', () => {
    const links = (path: string) => matches(path, /\]\((.+?)\)/g).sort();
    const codes = (path: string) => matches(path, /`(.+?)`/g).sort();
    for (const path of seeds(language)) {
      const english = path.replace(`/${language}/`, '/en/');
      const all = { path, links: links(path), codes: codes(path) };
      expect(all).toEqual({ path, links: links(english), codes: codes(english) });
    }
  });
});
