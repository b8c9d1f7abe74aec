import { describe, expect, it } from '@jest/globals';
import { amount } from '../../../shared/money.js';
import { startOf } from '../../../shared/utc-date.js';
import type { RecordedEvent } from '../../core/event.js';
import type { PublishedTerms } from '../../core/history-audit.js';
import { HOUSE, userAccount } from '../../engine/ledger/chart.js';
import { invitationAudit } from './invitation.check.js';
import type { LevelReward } from './invitation.events.js';
import { SHARES } from './invitation.testkit.js';

const HOUR_MS = 3_600_000;
const DATE = '2028-02-29';
const NOON = startOf(DATE) + 12 * HOUR_MS;
const OVER = startOf('2028-03-01');
const version = (values: object) => [{ version: 1, publishedAt: 0, values: values as Record<string, string> }];
const published: PublishedTerms = {
  policies: new Map([
    ['invitation.rewards', version(SHARES.policy.values)],
    ['spot.fees', version({ invitationShare: '0.37' })],
    ['contract.fees', version({ invitationShare: '0.5' })],
  ]),
  classes: new Map(),
  assetsSince: new Map(),
};

type Told = Pick<RecordedEvent, 'stream' | 'type' | 'data' | 'at'> & Partial<RecordedEvent>;

function audited(...events: readonly Told[]): string[] {
  const found: string[] = [];
  const audit = invitationAudit.begin(published, (position, what) => found.push(`${position}: ${what}`));
  events.forEach((event, index) => audit.take({ realm: 'real', position: index + 1, ...event } as RecordedEvent));
  audit.finish();
  return found;
}

const opened = (name: string, invitedBy: string | null): Told => ({
  stream: `account-real-${name}`,
  type: 'RealAccountOpened',
  data: { userId: `real-${name}`, invitedBy: invitedBy === null ? null : `real-${invitedBy}` },
  at: NOON,
});
/** An agent takes nothing: the other side of the fill is nobody's. */
const spotFill = (taker: string, takerFee: string, maker: string | null = null, makerFee = '0'): Told => ({
  stream: 'spot-BTCUSDT',
  type: 'SpotOrderMatched',
  data: {
    symbol: 'BTCUSDT',
    ...{
      makerOrderId: maker === null ? null : 'm-1',
      makerOwner: maker === null ? 'house' : `real-${maker}.1`,
      makerFee,
    },
    ...{ takerOrderId: 't-1', takerOwner: `real-${taker}.1`, takerFee },
  },
  at: NOON,
});
const position = (name: string, type: string, data: object): Told => ({
  stream: `position-real-${name}.1`,
  type,
  data: { userId: `real-${name}`, ownerId: `real-${name}.1`, ...data },
  at: NOON,
});
const house = (type: string, data: object, at = OVER): Told => ({ stream: 'invitationhouse-real', type, data, at });
const begun = house('InvitationRewardsBegun', { date: DATE }, NOON);
const closed = house('InvitationDateClosed', { date: DATE, nextDate: '2028-03-01' });
const finished = (people: number, fees: string) =>
  house('InvitationDatePaid', { date: DATE, inviters: 1, people, fees });
const level = (number: number, fees: string, share: string, reward: string, people = 1): LevelReward => ({
  level: number,
  people,
  fees,
  share,
  reward,
});

function reward(
  name: string,
  levels: readonly LevelReward[],
  total: string,
  more: Partial<Told> & { paid?: boolean } = {},
) {
  const { paid = true, data, ...changes } = more;
  const ownerId = `real-${name}.1`;
  const postings = [
    { account: HOUSE.fees.account, asset: 'USDT', amount: -amount(total) },
    { account: userAccount(ownerId, 'spot', 'available'), asset: 'USDT', amount: amount(total) },
  ];
  return {
    stream: `invitation-${ownerId}`,
    type: 'InvitationRewardPaid',
    data: {
      ...{ userId: `real-${name}`, ownerId, date: DATE, levels, reward: total },
      policy: { name: 'invitation.rewards', version: 1, inputs: {} },
      ...(data as object | undefined),
    },
    at: OVER,
    ...(paid ? { postings } : {}),
    ...changes,
  };
}

/** Ann invited bob, who invited cid. */
const people = [opened('ann', null), begun, opened('bob', 'ann'), opened('cid', 'bob')];
const toBob = reward('bob', [level(1, '10', '0.2', '2')], '2');
const toAnn = reward('ann', [level(2, '10', '0.1', '1')], '1');
const date = [...people, spotFill('cid', '10'), closed];

describe('the audit of invitations', () => {
  it('finds nothing where every reward follows from fees and shares', () => {
    expect(audited(...date, toBob, toAnn, finished(1, '10'))).toEqual([]);
  });

  it('takes rebates off, counts contracts, and leaves out what the venue closes, demo trades and fees in other assets', () => {
    const fees = [
      spotFill('cid', '4', 'cid', '-1'),
      position('cid', 'PositionOpened', { fee: '5' }),
      position('cid', 'PositionClosed', { fee: '2', cause: 'order' }),
      position('cid', 'PositionReduced', { fee: '100', cause: 'liquidation' }),
      position('cid', 'PositionClosed', { fee: '0', cause: 'delivery' }),
      position('cid', 'PositionFunded', { paid: '7' }),
      { ...spotFill('cid', '50'), realm: 'demo' },
      { ...spotFill('cid', '50'), data: { ...(spotFill('cid', '50').data as object), symbol: 'ETHBTC' } },
    ];
    expect(audited(...people, ...fees, closed, toBob, toAnn, finished(1, '10'))).toEqual([]);
  });

  it('wants nothing from a person whose rebates are above their fees', () => {
    expect(audited(...people, spotFill('cid', '1', 'cid', '-3'), closed, finished(0, '0'))).toEqual([]);
  });

  it('finds a reward that is missing, doubled, or of nobody', () => {
    expect(audited(...date, toBob, finished(1, '10'))).toEqual(['8: real-ann never got 1 USDT for 2028-02-29']);
    expect(audited(...date, toBob, toBob, toAnn, finished(1, '10'))).toEqual([
      '8: real-bob is due nothing for 2028-02-29, or has it already',
    ]);
    const stray = reward('dan', [level(1, '10', '0.2', '2')], '2');
    expect(audited(...date, stray, toBob, toAnn, finished(1, '10'))).toEqual([
      '7: real-dan is due nothing for 2028-02-29, or has it already',
    ]);
  });

  it('finds a wrong share, sum, policy or posting', () => {
    const greedy = reward('bob', [level(1, '10', '0.3', '3')], '3');
    expect(audited(...date, greedy, toAnn, finished(1, '10'))).toEqual([
      '7: real-bob for 2028-02-29 has 1: 1 × 10 × 0.3 = 3 = 3, and fills and shares give 1: 1 × 10 × 0.2 = 2 = 2',
    ]);
    const old = reward('bob', [level(1, '10', '0.2', '2')], '2', {
      data: { policy: { name: 'invitation.rewards', version: 7, inputs: {} } },
    });
    expect(audited(...date, old, toAnn, finished(1, '10'))).toEqual([
      '7: real-bob for 2028-02-29 follows rules that were not in force',
    ]);
    const unpaid = reward('bob', [level(1, '10', '0.2', '2')], '2', { paid: false });
    expect(audited(...date, unpaid, toAnn, finished(1, '10'))).toEqual(['7: real-bob for 2028-02-29 moves nothing']);
    expect(audited(...date, toBob, toAnn, finished(2, '11'))).toEqual([
      '9: 2028-02-29 has 2 people and 11 USDT, not 1 and 10',
    ]);
  });

  it('finds dates that close early, twice or in the wrong order', () => {
    const early = house('InvitationDateClosed', { date: DATE, nextDate: '2028-03-01' }, NOON);
    expect(audited(...people, early)).toEqual(['5: 2028-02-29 was closed before it was over']);
    expect(audited(...people, closed, finished(0, '0'), closed)).toEqual([
      '7: 2028-02-29 was closed, and 2028-03-01 was next',
    ]);
    expect(audited(...people, finished(0, '0'))).toEqual(['5: 2028-02-29 was paid and not closed']);
  });

  it('lets a held reward be paid once and only when staff release it', () => {
    const matches = [{ kind: 'device', memberIds: ['real-bob', 'real-cid'] }];
    const levels = [level(1, '10', '0.2', '2')];
    const of = (type: string, paid: boolean) =>
      reward('bob', levels, '2', { type, paid, data: { requestId: 'inv-1', matches } });
    const held = [...date, of('InvitationRewardHeld', false), toAnn, finished(1, '10')];
    expect(audited(...held, of('InvitationRewardReleased', true))).toEqual([]);
    expect(audited(...held, of('InvitationRewardRejected', false))).toEqual([]);
    const twice = [of('InvitationRewardReleased', true), of('InvitationRewardReleased', true)];
    expect(audited(...held, ...twice)).toEqual(['11: inv-1 holds no reward of real-bob']);
    expect(audited(...date, of('InvitationRewardHeld', true), toAnn, finished(1, '10'))).toEqual([
      `7: real-bob for ${DATE} moves house/fees -2,user/real-bob.1/spot/available 2`,
    ]);
  });

  it('wants nothing for an inviter who was erased', () => {
    const erased = { stream: 'account-real-ann', type: 'AccountErased', data: { userId: 'real-ann' }, at: OVER };
    expect(audited(...date, erased, toBob, finished(1, '10'))).toEqual([]);
  });
});
