import { describe, expect, it } from '@jest/globals';
import { kindOfEvent } from '../../contracts/asset.contract.js';
import { recorded } from '../../server/engine/projections/projection.testkit.js';
import { bookKinds, declared } from '../../server/features.js';
import { tradeOf } from '../../server/trading/venue/book.facts.js';
import { filesBelow, readJson } from '../kit/sources.js';

type Golden = Record<string, Record<string, object>>;

const golden = filesBelow('test/golden/events').flatMap((path) => Object.entries(readJson<Golden>(path)));
const types = declared.flatMap(({ events = [] }) => events.map(({ type }) => type));
const prefixes = bookKinds.map(({ product }) => product.prefix);
const trades = prefixes.map((prefix) => `${prefix}OrderMatched`);
const splits = prefixes.map((prefix) => `${prefix}OrdersSplit`);
const ofOrders = types.filter((type) => prefixes.some((prefix) => type.startsWith(`${prefix}Order`)));

describe('a trade of any product', () => {
  it('is known by its data, and nothing else is taken for one', () => {
    const taken = golden.filter(([type, schemas]) =>
      Object.values(schemas).some((data) => tradeOf(recorded({ type, data })) !== undefined),
    );
    expect(taken.map(([type]) => type)).toEqual(trades);
  });

  it('is recorded as a trade, and what else happens to orders as a hold, but for a split of their shares', () => {
    const recordedAs = (kind: string) => types.filter((type) => kindOfEvent(type) === kind);
    expect(recordedAs('trades')).toEqual(trades);
    expect(recordedAs('splits')).toEqual(expect.arrayContaining(splits));
    expect(recordedAs('holds').filter((type) => /Order/.test(type))).toEqual(
      ofOrders.filter((type) => !trades.includes(type) && !splits.includes(type)),
    );
  });
});
