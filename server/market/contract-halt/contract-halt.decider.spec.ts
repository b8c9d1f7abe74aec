import { describe, expect, it } from '@jest/globals';
import type { HaltChange } from '../../../contracts/contract-halt.contract.js';
import { amount, type Amount } from '../../../shared/money.js';
import type { RecordedEvent } from '../../core/event.js';
import { at, decider } from '../../engine/writer/decider.testkit.js';
import { haltAudit } from './contract-halt.check.js';
import { haltKind } from './contract-halt.decider.js';
import './contract-halt.events.js';
import { haltHandlers } from './contract-halt.handler.js';
import { ContractHalts } from './contract-halts.js';

const SYMBOL = 'BTCUSDT-PERP';
const [HALTED_AT, LATER] = [2_000_000, 9_000_000];
const about = (proposalId: string, staffId: string) => ({ symbol: SYMBOL, proposalId, staffId });
const REASON = 'The index of two venues differs';

const propose = (change: HaltChange, proposalId: string, staffId = 'ann', publicReason: 'index' | null = 'index') => ({
  type: 'ProposeHalt',
  data: { ...about(proposalId, staffId), change, publicReason, reason: REASON },
});
const approve = (proposalId: string, staffId = 'bob') => ({
  type: 'ApproveHalt',
  data: about(proposalId, staffId),
});
const reject = (proposalId: string, staffId = 'bob') => ({
  type: 'RejectHalt',
  data: { ...about(proposalId, staffId), reason: REASON },
});
const withdraw = (proposalId: string, staffId = 'ann') => ({
  type: 'WithdrawHalt',
  data: { ...about(proposalId, staffId), reason: REASON },
});

/** A contract whose underlying averaged 98.5 before the halt; without an average its market was never open for so long. */
function contract(average: Amount | null = amount('98.5')) {
  const asked: [string, number][] = [];
  const prices = {
    averageBefore: (symbol: string, when: number) => {
      asked.push([symbol, when]);
      return average;
    },
  };
  const { given } = decider({ realm: 'house', kind: haltKind, id: SYMBOL, handlers: haltHandlers(prices) });
  return { asked, given };
}
const halted = () => contract().given(propose('halt', 'one'), at(HALTED_AT, approve('one')));

describe('a halt of a contract', () => {
  it('is proposed by one member and approved by another, who is no proposer', () => {
    const proposed = { symbol: SYMBOL, proposalId: 'one', change: 'halt', publicReason: 'index', reason: REASON };
    contract()
      .given()
      .when(propose('halt', 'one'))
      .then({ type: 'HaltProposed', data: { ...proposed, proposedBy: 'ann' } })
      .when(approve('one', 'ann'))
      .then('halt.own-proposal')
      .when(approve('two'))
      .then('halt.not-found')
      .when(approve('one'))
      .then({
        type: 'TradingHalted',
        data: { symbol: SYMBOL, proposalId: 'one', publicReason: 'index', proposedBy: 'ann', approvedBy: 'bob' },
      })
      .when(approve('one', 'cid'))
      .then('halt.decided');
  });

  it('needs a reason that users can read', () => {
    contract()
      .given()
      .when(propose('halt', 'one', 'ann', null))
      .then('halt.reason-missing');
  });

  it('waits alone: a second proposal comes after the first is decided', () => {
    contract()
      .given(propose('halt', 'one'))
      .when(propose('halt', 'two', 'bob'))
      .then('halt.other-proposal')
      .when(reject('one', 'ann'))
      .then('halt.own-proposal')
      .when(reject('one'))
      .then('HaltRejected')
      .when(propose('halt', 'two', 'bob'))
      .then('HaltProposed')
      .when(withdraw('two', 'ann'))
      .then('halt.not-your-proposal')
      .when(withdraw('two', 'bob'))
      .then('HaltWithdrawn');
  });

  it('fits the contract as it is, when it is proposed', () => {
    contract()
      .given()
      .when(propose('resume', 'one'))
      .then('halt.not-halted')
      .when(propose('settle', 'one'))
      .then('halt.not-halted');
    halted().when(propose('halt', 'two')).then('halt.already-halted');
    const settled = halted().and(propose('settle', 'two'), approve('two'));
    for (const change of ['halt', 'resume', 'settle'] as const)
      settled.when(propose(change, 'three')).then('halt.settled');
  });

  it('ends when two people resume it, and may come again', () => {
    const resumed = { symbol: SYMBOL, proposalId: 'two', proposedBy: 'bob', approvedBy: 'ann' };
    halted()
      .when(propose('resume', 'two', 'bob'))
      .then('HaltProposed')
      .when(approve('two', 'ann'))
      .then({ type: 'TradingResumed', data: resumed })
      .when(propose('halt', 'three'))
      .then('HaltProposed');
  });
});

describe('a settlement of a contract', () => {
  it('has the average index before the halt, whenever it is approved', () => {
    const { asked, given } = contract();
    const story = given(propose('halt', 'one'), at(HALTED_AT, approve('one')), propose('settle', 'two', 'bob'));
    const decided = { symbol: SYMBOL, proposalId: 'two', proposedBy: 'bob', approvedBy: 'ann' };
    story
      .when(at(LATER, approve('two', 'ann')))
      .then({ type: 'SettlementApproved', data: { ...decided, haltedAt: HALTED_AT, price: '98.5' } });
    expect(asked).toEqual([[SYMBOL, HALTED_AT]]);
  });

  it('is refused where there is no such average', () => {
    contract(null)
      .given(propose('halt', 'one'), approve('one'), propose('settle', 'two'))
      .when(approve('two'))
      .then('halt.no-price');
  });
});

/** All that happened to a contract that is halted, resumed, halted again and settled. */
function history(): RecordedEvent[] {
  const story = halted()
    .and(propose('resume', 'two'), at(3_000_000, approve('two')))
    .and(propose('halt', 'three'), at(4_000_000, approve('three')))
    .and(propose('settle', 'four'), at(LATER, approve('four')));
  return [...story.realm.events];
}

describe('what is known of halts', () => {
  it('is when nobody might trade, why, and what a settled contract was settled at', () => {
    const halts = new ContractHalts();
    for (const event of history()) halts.take(event as Parameters<typeof halts.take>[0]);
    const at = (instant: number) => halts.refusal(SYMBOL, instant)?.refusal;
    expect([1_999_999, 2_000_000, 2_999_999, 3_000_000, 3_999_999].map((when) => at(when) !== undefined)).toEqual([
      false,
      true,
      true,
      false,
      false,
    ]);
    expect([at(2_000_000), at(4_000_000)]).toEqual(['halt.trading-halted', 'halt.contract-settled']);
    expect(halts.view(SYMBOL, LATER)).toEqual({ reason: 'index', haltedAt: 4_000_000, settlementPrice: '98.5' });
    expect(halts.view(SYMBOL, 3_500_000)).toBeNull();
    expect(halts.settled()).toEqual([{ symbol: SYMBOL, price: '98.5' }]);
    expect(halts.halts('ETHUSDT-PERP', LATER)).toBe(false);
  });
});

describe('the audit of halts', () => {
  const findingsOf = (events: readonly RecordedEvent[]): string[] => {
    const found: string[] = [];
    const audit = haltAudit.begin({ policies: new Map(), classes: new Map(), assetsSince: new Map() }, (_, what) =>
      found.push(what),
    );
    for (const event of events) audit.take(event);
    audit.finish();
    return found;
  };
  const tampered = (type: string, data: object) =>
    history().map((event) =>
      event.type === type ? { ...event, data: { ...(event.data as object), ...data } } : event,
    );

  it('finds nothing in what two people decided', () => {
    expect(findingsOf(history())).toEqual([]);
  });

  it.each([
    ['one who approves what they proposed', 'TradingHalted', { approvedBy: 'ann' }, 'halt.own-proposal'],
    ['another reason than was proposed', 'TradingHalted', { publicReason: 'technical' }, 'is not what was proposed'],
    ['a halt that nobody proposed', 'TradingHalted', { proposalId: 'nine' }, 'halt.not-found'],
    ['an instant at which it was not halted', 'SettlementApproved', { haltedAt: 7 }, 'is not what was proposed'],
  ])('finds %s', (_, type, data, what) => {
    expect(findingsOf(tampered(type, data))[0]).toContain(what);
  });
});
