import { describe, expect, it } from '@jest/globals';
import { fold, searchEntries, type PaletteEntry } from './palette-search';

const entry = (title: string, detail: string, kind: PaletteEntry['kind'] = 'instrument'): PaletteEntry => ({
  id: title,
  kind,
  title,
  detail,
  to: `/${title}`,
});

const ENTRIES = [
  entry('WBTCUSDT', 'Wrapped Bitcoin'),
  entry('ETHBTC', 'Ethereum / Bitcoin'),
  entry('BTCUSDT', 'Bitcoin'),
  entry('XAUUSD', 'Gold'),
  entry('Đăng nhập', '/login', 'page'),
  entry('Börsengeschäft', '/market', 'page'),
  entry('마켓', '/market', 'page'),
];
const found = (query: string) => searchEntries(ENTRIES, query, 10).map(({ title }) => title);

describe('the palette', () => {
  it('finds nothing for nothing', () => {
    expect(found('')).toEqual([]);
    expect(found('   ')).toEqual([]);
  });

  it('finds an instrument by the name of the catalogue too, which is not shown', () => {
    const gold = { ...entry('XAUUSDT', '金（トロイオンス）'), also: 'Gold, troy ounce' };
    expect(searchEntries([gold], 'gold', 10)).toEqual([gold]);
    expect(searchEntries([gold], '金', 10)).toEqual([gold]);
  });

  it('puts what begins with the query before what holds it', () => {
    expect(found('btc')).toEqual(['BTCUSDT', 'WBTCUSDT', 'ETHBTC']);
  });

  it('takes a pair written with a slash or a blank', () => {
    expect(found('btc/usdt')[0]).toBe('BTCUSDT');
    expect(found('btc usdt')[0]).toBe('BTCUSDT');
  });

  it('finds an instrument by its name', () => {
    expect(found('gold')).toEqual(['XAUUSD']);
  });

  it('wants every word', () => {
    expect(found('btc gold')).toEqual([]);
  });

  it('looks past case, accents and width', () => {
    expect(found('dang nhap')).toEqual(['Đăng nhập']);
    expect(found('borsen')).toEqual(['Börsengeschäft']);
    expect(found('ｂｔｃｕｓｄｔ')[0]).toBe('BTCUSDT');
    expect(found('마켓')).toEqual(['마켓']);
    expect(fold('Straße')).toBe('strasse');
  });

  it('shows so many and no more', () => {
    expect(searchEntries(ENTRIES, 'b', 2)).toHaveLength(2);
  });
});
