import { describe, expect, it } from '@jest/globals';
import type { RecordedEvent } from '../../../core/event.js';
import type { PublishedTerms } from '../../../core/history-audit.js';
import { OpenDebts } from '../../../core/ports/open-debts.js';
import { OpenPrincipal } from '../../../core/ports/open-principal.js';
import type { VerificationLevels } from '../../../core/ports/verification.js';
import { at, decider, funds, openGate } from '../../../engine/writer/decider.testkit.js';
import { reviewKind } from '../../../review/review.decider.js';
import type { NewEvent } from '../../../core/event.js';
import { isRefusal } from '../../../core/refusal.js';
import { decideVerdict } from '../custody.decider.js';
import '../custody.events.js';
import { custodyHandlers } from '../custody.handler.js';
import { custodyHouseKind, custodyKind, type CustodyState } from '../custody.state.js';
import { CAPS, RULES, SteppedRates } from '../custody.testkit.js';
import type { CustodyBought } from '../custody.events.js';
import { custodyAudit } from './custody.check.js';
import { wrongInVip } from './custody.figures.js';

const [USER, OWNER] = ['real-anna', 'real-anna.1'];
const who = { userId: USER, ownerId: OWNER };
const DAY_MS = 86_400_000;
const AT = Date.parse('2028-02-27T12:00:00Z');
const FIRST_REVEAL = Date.parse('2028-02-28T04:00:00Z');
const rates = new SteppedRates();
const levels: Pick<VerificationLevels, 'stream' | 'levels'> = {
  stream: () => [reviewKind, 'levels'],
  levels: () => ({ primary: true, advanced: false, address: false }),
};
const { given } = decider({
  realm: 'real',
  kind: custodyKind,
  id: OWNER,
  others: [custodyHouseKind, reviewKind],
  handlers: custodyHandlers({
    gate: openGate,
    levels: levels as VerificationLevels,
    custodyRates: rates,
    principal: new OpenPrincipal([]),
    debts: new OpenDebts([]),
  }),
  at: AT,
});

const buy = (orderId: string, productId: string) => ({
  type: 'BuyCustody',
  data: {
    ...who,
    orderId,
    productId,
    amount: '1234.56',
    agreed: 1,
    shownDate: null,
    vip: null,
    policy: { name: 'custody.rules', version: 1, values: RULES },
    cap: { cap: null, policy: CAPS },
  },
});
const reveal = (n: number) => {
  const date = new Date(Date.parse('2028-02-28T00:00:00Z') + n * DAY_MS).toISOString().slice(0, 10);
  return at(FIRST_REVEAL + n * DAY_MS, { type: 'RevealCustodyRate', data: { date } });
};
const approve = (state: CustodyState, instant: number): NewEvent[] => {
  const decision = { requestId: 'red-1', verdict: 'approved', reasons: [] } as const;
  const events = decideVerdict('real', state, decision, rates, instant);
  if (isRefusal(events)) throw new Error(events.refusal);
  return events;
};

/** A flat order that completes, its last rate revealed afterwards, and a daily one that is redeemed on its third date. */
function history(): RecordedEvent[] {
  const story = given(funds(OWNER, 'USDT', '5000', 'finance'), buy('cus-1', 'flat'), buy('cus-2', 'daily'));
  story.and(reveal(0), reveal(1), reveal(2));
  // Four dates have not begun.
  const redeem = { ...who, orderId: 'cus-2', requestId: 'red-1', shownPenalty: '19.75296' };
  story.and(at(FIRST_REVEAL + 2 * DAY_MS, { type: 'RedeemCustody', data: redeem }));
  story.and(at(FIRST_REVEAL + 2 * DAY_MS, approve), reveal(3), reveal(4), reveal(5));
  story.and(at(FIRST_REVEAL + 6 * DAY_MS, { type: 'CompleteCustody', data: { ...who, orderId: 'cus-1' } }), reveal(6));
  return story.realm.events;
}

const published: PublishedTerms = {
  policies: new Map([['custody.rules', [{ version: 1, publishedAt: 0, values: RULES }]]]),
  classes: new Map<string, string>(),
  assetsSince: new Map<string, number>(),
};

function findings(events: readonly RecordedEvent[], terms: PublishedTerms = published): string[] {
  const found: string[] = [];
  const audit = custodyAudit.begin(terms, (_, what) => found.push(what));
  for (const event of events) audit.take(event);
  audit.finish();
  return found;
}

/** The history with one field of one event changed. */
const forged = (type: string, change: object): RecordedEvent[] => {
  const events = history();
  const n = events.findIndex((event) => event.type === type);
  return events.map((event, index) =>
    index === n ? { ...event, data: { ...(event.data as object), ...change } } : event,
  );
};

describe('the audit of custody', () => {
  it('finds nothing where everything is as the rules and the rates say', () => {
    const events = history();
    expect(events.map(({ type }) => type)).toContain('CustodyRedeemed');
    expect(events.map(({ type }) => type)).toContain('CustodyCompleted');
    expect(findings(events)).toEqual([]);
  });

  it.each<[string, string, object]>([
    ['a higher rate', 'CustodyRateRevealed', { rates: [] }],
    ['a smaller hold', 'CustodyBought', { highest: '40' }],
    ['another band', 'CustodyBought', { rateMax: '0.006' }],
    ['a lower penalty', 'CustodyRedemptionRequested', { penalty: '1' }],
    ['an order beyond the rules', 'CustodyBought', { principal: '100000.01' }],
    ['another cycle', 'CustodyBought', { lastDate: '2028-03-04' }],
    ['rules that were not published', 'CustodyBought', { policy: { name: 'custody.rules', version: 9, inputs: {} } }],
    ['more interest', 'CustodyCompleted', { interest: '99' }],
    ['more coming back', 'CustodyRedeemed', { returned: '9999' }],
    ['a penalty other than was asked for', 'CustodyRedeemed', { penalty: '1' }],
    ['a rate other than was revealed', 'CustodyCompleted', { rates: Array.from({ length: 7 }, () => '0.005') }],
    ['a date left out', 'CustodyCompleted', { rates: ['0.003'] }],
    ['a date revealed twice', 'CustodyRateRevealed', { nextDate: '2028-02-28' }],
    ['a smaller cover', 'CustodyCovered', { highest: '1' }],
    ['cover of another product', 'CustodyCovered', { productId: 'daily' }],
    ['a cover that ends with more interest', 'CustodyCoverEnded', { interest: '99' }],
    ['a cover that ends without the penalty', 'CustodyCoverEnded', { penalty: '0' }],
    ['a larger grant', 'CustodyTreasuryGranted', { granted: '6000000', total: '6000000' }],
  ])('finds %s', (_, type, change) => {
    expect(findings(forged(type, change))).not.toEqual([]);
  });

  describe('of a VIP order', () => {
    const days = Array.from({ length: 30 }, (_, n) => ({
      date: new Date(AT - (29 - n) * DAY_MS).toISOString().slice(0, 10),
      usdt: '50000.01',
    }));
    const vip = { class: 'balanced', days, average: '50000.01' };
    const bought = (changes: object) => {
      const first = history().find(({ type }) => type === 'CustodyBought');
      const data = { ...(first?.data as CustodyBought), productId: 'vip' as const, advanced: true, vip, ...changes };
      return wrongInVip(data, RULES, AT);
    };

    it('finds nothing where all gates were passed', () => {
      expect(bought({})).toEqual([]);
    });

    it.each<[string, object]>([
      ['without advanced verification', { advanced: false }],
      ['to the class conservative', { vip: { ...vip, class: 'conservative' } }],
      ['by other dates than the last', { vip: { ...vip, days: [...days.slice(1), days[0]] } }],
      ['by an average of 60000, not 50000.01', { vip: { ...vip, average: '60000' } }],
      [
        'by too low an average of 49999',
        { vip: { ...vip, days: days.map((day) => ({ ...day, usdt: '49999' })), average: '49999' } },
      ],
    ])('finds that it was sold %s', (what, changes) => {
      expect(bought(changes)).toEqual([what]);
    });
  });

  it('finds money that moved otherwise than the event says', () => {
    const events = history().map((event) =>
      event.type === 'CustodyCompleted'
        ? { ...event, postings: event.postings?.map((line) => ({ ...line, amount: 2n * line.amount })) ?? [] }
        : event,
    );
    expect(findings(events).join()).toContain('CustodyCompleted moves');
  });

  it('finds rules that others had taken the place of, and not for a minute of which a call may know', () => {
    const next = (publishedAt: number): PublishedTerms => ({
      ...published,
      policies: new Map([
        [
          'custody.rules',
          [
            { version: 1, publishedAt: 0, values: RULES },
            { version: 2, publishedAt, values: RULES },
          ],
        ],
      ]),
    });
    expect(findings(history(), next(AT - 60_000)).join()).toContain('follows rules that others had taken the place of');
    expect(findings(history(), next(AT - 59_999))).toEqual([]);
  });

  describe('of orders in the last minute of a date', () => {
    const late = (orderId: string, ms: number) => at(Date.parse('2028-02-27T23:59:00Z') + ms, buy(orderId, 'flat'));
    const bought = () =>
      given(funds(OWNER, 'USDT', '5000', 'finance'), late('cus-1', 0), late('cus-2', 1)).realm.events;
    /** As orders of that minute were dated before. */
    const dated = (orderId: string): RecordedEvent[] =>
      bought().map((event) => {
        const data = event.data as CustodyBought;
        if (event.type !== 'CustodyBought' || data.orderId !== orderId) return event;
        const dates = { firstDate: '2028-02-28', lastDate: '2028-03-05', maturesAt: data.maturesAt - DAY_MS };
        return { ...event, data: { ...data, ...dates } };
      });
    const ofDates = (events: readonly RecordedEvent[]) => findings(events).filter((what) => /Date /.test(what));

    it('finds nothing where they were dated as before, until one is dated later', () => {
      expect([ofDates(bought()), ofDates(dated('cus-1'))]).toEqual([[], []]);
    });

    it('finds one that is dated as before when that was over', () => {
      expect(ofDates(dated('cus-2'))).toEqual([
        'cus-2 has firstDate 2028-02-28, not 2028-02-29',
        'cus-2 has lastDate 2028-03-05, not 2028-03-06',
      ]);
    });
  });

  it('finds more of a product than its quota', () => {
    const values = { ...RULES, flatQuotaUsdt: '1234.55' };
    const policies = new Map([['custody.rules', [{ version: 1, publishedAt: 0, values }]]]);
    expect(findings(history(), { ...published, policies }).join()).toContain('beyond the quota');
  });

  it('finds a decision at maturity or after it', () => {
    const late = history().map((event) =>
      event.type === 'CustodyRedeemed' ? { ...event, at: FIRST_REVEAL + 6 * DAY_MS } : event,
    );
    expect(findings(late).join()).toContain('cus-2 was decided at maturity or after it');
  });

  it('finds a cover that the treasury never gave', () => {
    const events = history().filter(({ type }) => type !== 'CustodyCovered');
    expect(findings(events).join()).toContain('the treasury never says cover of cus-1');
  });

  it('finds a rate that was never revealed', () => {
    const events = history();
    const last = events.findLast(({ type }) => type === 'CustodyRateRevealed');
    expect(findings(events.filter((event) => event !== last)).join()).toContain('never revealed');
  });
});
