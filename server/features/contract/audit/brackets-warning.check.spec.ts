import { describe, expect, it } from '@jest/globals';
import type { RecordedEvent } from '../../../core/event.js';
import type { PublicPrices } from '../../../core/price-audit.js';
import { at } from '../../../engine/writer/decider.testkit.js';
import { BRACKETS_NOTICE_MS } from '../../../../shared/margin-brackets.js';
import { bracketsWarning, order, ownerOf, PerpetualMarket } from '../contract.testkit.js';
import { contractFindings, contractStory, PUBLISHED, tampered, type Tampered } from './contract-check.testkit.js';
import { contractPriceAudit } from './contract-prices.audit.js';

const PUBLISHED_AT = 1_000_500;
const FROM = PUBLISHED_AT + BRACKETS_NOTICE_MS;
const BEAT = 4_004;

/** Ten per cent in the lowest, and more above. */
const brackets = [1, 2, 3, 4, 5, 6, 7, 8].map((n) => ({ to: `${n}0000`, leverageMax: 5, rate: `${0.09 + n / 100}` }));
const values = Object.fromEntries(
  brackets.flatMap(({ to, leverageMax, rate }, below) => [
    [`to${below + 1}`, to],
    [`rate${below + 1}`, rate],
    [`leverage${below + 1}`, leverageMax],
  ]),
);
const versions = PUBLISHED.policies.get('contract.crypto') ?? [];
const published = {
  ...PUBLISHED,
  policies: new Map([
    ...PUBLISHED.policies,
    ['contract.crypto', [...versions, { version: 2, publishedAt: PUBLISHED_AT, values }]],
  ]),
};
const coming = [{ version: 2, from: FROM, brackets }];

/** Ann is long 2 at 100 with 20.09 of margin, and the new brackets ask for 20.1. */
function warned(market = new PerpetualMarket(), shutMark?: string): RecordedEvent[] {
  const story = contractStory({ market }).and(order('bob', 'sell', '2', '100'), order('ann', 'buy', '2', '100'));
  market.isOpen = shutMark === undefined;
  const told = bracketsWarning('ann', 'long', { beat: BEAT, coming, ...(shutMark !== undefined && { shutMark }) });
  return [...story.and(at(BEAT * 250, told)).realm.events];
}

describe('the audit of a warning of new brackets', () => {
  it('reckons it alike, and finds what was not so', () => {
    const events = warned();
    expect(events.at(-1)?.type).toBe('PositionBracketsWarned');
    expect(contractFindings(events, published)).toEqual([]);
    const type = 'PositionBracketsWarned';
    const found = (change: Omit<Tampered, 'type'>) =>
      contractFindings(tampered(events, { type, ...change }), published).join('\n');
    const { policies } = events.at(-1)?.data as { policies: readonly [object, object] };
    expect(found({ data: { missing: '1' } })).toContain('missing is 1 and should be 5.035');
    expect(found({ data: { from: FROM - 1 } })).toContain(`from is ${FROM - 1}`);
    expect(found({ data: { policies: [{ ...policies[0], version: 3 }, policies[1]] } })).toContain(
      'contract.crypto v3 was not published',
    );
    expect(found({ data: { policies: [{ ...policies[0], inputs: {} }, policies[1]] } })).toContain('policies is');
    expect(found({ data: { policies: [policies[0], { ...policies[1], version: 2 }] } })).toContain(
      'contract.rules v2 was not in force',
    );
    expect(found({ data: { policies: [{ ...policies[0], version: 1 }, policies[1]] } })).toContain(
      'no warning was due',
    );
    expect(found({ data: { beat: FROM / 250 } })).toContain('positions followed these brackets already');
    expect(found({ at: PUBLISHED_AT - 1 })).toContain('contract.crypto v2 was not published');
    const twice = [...events, { ...(events.at(-1) as RecordedEvent), position: events.length + 1 }];
    expect(contractFindings(twice, published).join('\n')).toContain('was warned of these brackets before');
  });

  it('judges by the fees that were public a day before, as the venue does', () => {
    const events = warned();
    const known = PUBLISHED.policies.get('contract.fees') ?? [];
    const dearer = (publishedAt: number) => ({
      ...published,
      policies: new Map([
        ...published.policies,
        ['contract.fees', [...known, { version: 2, publishedAt, values: { ...known[0]?.values, taker0: '0.002' } }]],
      ]),
    });
    expect(contractFindings(events, dearer(1))).toEqual([]);
    expect(contractFindings(events, dearer(1 - BRACKETS_NOTICE_MS)).join('\n')).toContain('marginNeeded is');
  });

  it('finds another mark than that of the beat, whether the market is shut or not', () => {
    const prices = (isOpen: boolean): PublicPrices => ({
      tick: 10n ** 16n,
      scaleAt: () => ({ until: Infinity, candles: () => [] }),
      book: { markAt: () => '100', isOpen: () => isOpen, fundings: () => [], settlementAt: () => undefined },
      actions: [],
      haltedAt: () => undefined,
      isHalted: () => false,
    });
    const differences = (events: readonly RecordedEvent[], known: PublicPrices) => {
      const audit = contractPriceAudit.begin();
      return events.flatMap((event) => {
        const fact = audit.take(event);
        const expected = fact?.expected(known);
        const isWarning = event.type === 'PositionBracketsWarned';
        return fact === undefined || !isWarning || fact.found === expected ? [] : [`${fact.found}, and ${expected}`];
      });
    };
    const shut = warned(new PerpetualMarket(), '100');
    expect(differences(warned(), prices(true))).toEqual([]);
    expect(differences(shut, prices(false))).toEqual([]);
    const what = `the long position of ${ownerOf('ann')} by the mark`;
    const other = tampered(shut, { type: 'PositionBracketsWarned', data: { markPrice: '99' } });
    expect(differences(other, prices(false))).toEqual([`${what} 99, and ${what} 100`]);
  });
});
