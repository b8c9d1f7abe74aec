import { describe, expect, it } from '@jest/globals';
import { amount } from '../../../shared/money.js';
import type { AccountGate } from '../../core/ports/account-gate.js';
import { refuse } from '../../core/refusal.js';
import { HOUSE, userAccount } from '../../engine/ledger/chart.js';
import { decider, openGate } from '../../engine/writer/decider.testkit.js';
import { declareEventTypes } from '../../engine/history/event-types.js';
import type { NewEvent } from '../../core/event.js';
import { reviewKind } from '../../review/review.decider.js';
import '../../review/review.events.js';
import type { InvitationPayment } from './invitation.commands.js';
import { decideVerdict } from './invitation.decider.js';
import type { InvitationRewardPaid } from './invitation.events.js';
import { invitationHandlers } from './invitation.handler.js';
import { invitationHouseKind, invitationKind } from './invitation.state.js';
import { SHARES } from './invitation.testkit.js';

const [USER, OWNER] = ['real-anna', 'real-anna.1'];
const DATE = '2028-02-29';
const subject = (gate: AccountGate) => ({
  realm: 'real',
  kind: invitationKind,
  id: OWNER,
  others: [invitationHouseKind, reviewKind],
  handlers: invitationHandlers({ gate }),
});
const { given } = decider(subject(openGate));

/** Fees that the house has earned. */
declareEventTypes({ type: 'FeesGiven', schema: 1 });
const feesGiven: NewEvent = {
  stream: 'given-fees',
  type: 'FeesGiven',
  schema: 1,
  data: {},
  postings: [
    { account: HOUSE.marketMaker.account, asset: 'USDT', amount: -amount('1000') },
    { account: HOUSE.fees.account, asset: 'USDT', amount: amount('1000') },
  ],
};

const pay = (changes: Partial<InvitationPayment> = {}) => ({
  type: 'PayInvitationReward',
  data: {
    userId: USER,
    ownerId: OWNER,
    date: DATE,
    requestId: `inv-${changes.date ?? DATE}`,
    levels: [
      { level: 1, people: 2, fees: '10' },
      { level: 4, people: 1, fees: '0.1234567' },
    ],
    matches: [],
    ...SHARES,
    ...changes,
  },
});
const device = { kind: 'device', memberIds: [USER, 'real-bob'] };
const dateOf = (type: string, date: string) => ({ type, data: { date } });
const spot = ({ realm }: ReturnType<typeof given>) =>
  String(realm.balance(userAccount(OWNER, 'spot', 'available'), 'USDT'));

describe('dates', () => {
  it('begin once, and close one after the other', () => {
    const begin = (date: string) => dateOf('BeginInvitationRewards', date);
    const close = (date: string) => dateOf('CloseInvitationDate', date);
    const begun = given(begin('2028-02-28'));
    begun.when(begin('2028-02-27')).then();
    begun.when(close(DATE)).then();
    begun
      .when(close('2028-02-28'))
      .then({ type: 'InvitationDateClosed', data: { date: '2028-02-28', nextDate: DATE } });
    begun.when(close('2028-02-28')).then();
    begun.when(close(DATE)).then({ type: 'InvitationDateClosed', data: { date: DATE, nextDate: '2028-03-01' } });
  });

  it('are finished once', () => {
    const finish = { type: 'FinishInvitationDate', data: { date: DATE, inviters: 1, people: 3, fees: '10.1' } };
    const story = given();
    story.when(finish).then('InvitationDatePaid');
    story.when(finish).then();
  });
});

describe('a reward', () => {
  it('is a share of the fees of each level, rounded down, from the fees to the spot account', () => {
    const story = given(feesGiven);
    story.when(pay()).then({
      type: 'InvitationRewardPaid',
      data: {
        userId: USER,
        ownerId: OWNER,
        date: DATE,
        levels: [
          { level: 1, people: 2, fees: '10', share: '0.2', reward: '2' },
          { level: 4, people: 1, fees: '0.1234567', share: '0.02', reward: '0.00246913' },
        ],
        reward: '2.00246913',
        policy: { name: 'invitation.rewards', version: 1, inputs: { ...SHARES.policy.values, most: '0.37' } },
      },
    });
    expect(spot(story)).toBe('2.00246913');
    expect(String(story.realm.balance(HOUSE.fees.account, 'USDT'))).toBe('997.99753087');
  });

  it('is paid once for a date, and not for one before', () => {
    const story = given(feesGiven, pay());
    story.when(pay()).then();
    story.when(pay({ date: '2028-02-28' })).then();
    story.when(pay({ date: '2028-03-01' })).then('InvitationRewardPaid');
  });

  it('is nothing where fees are too small to share', () => {
    given(feesGiven)
      .when(pay({ levels: [{ level: 4, people: 1, fees: '0.0000001' }] }))
      .then();
  });

  it('takes no more of a fee than the fee tables leave: far levels get the rest', () => {
    const levels = [1, 2, 3, 4].map((level) => ({ level, people: 1, fees: '1' }));
    const { events } = given(feesGiven, pay({ levels, most: '0.25' })).realm;
    const paid = events.at(-1)?.data as InvitationRewardPaid;
    expect(paid.levels.map(({ share }) => share)).toEqual(['0.2', '0.05', '0', '0']);
    expect(paid.reward).toBe('0.25');
  });

  it('goes to a frozen account, and to none that is gone', () => {
    const refusing = (code: 'account.frozen' | 'account.not-found') =>
      decider(
        subject({ stream: (userId) => openGate.stream(userId), nationality: () => null, refusal: () => refuse(code) }),
      ).given(feesGiven);
    refusing('account.frozen').when(pay()).then('InvitationRewardPaid');
    refusing('account.not-found').when(pay()).then();
  });
});

describe('a reward of accounts that share something', () => {
  const held = () => given(feesGiven, pay({ matches: [device] }));
  const verdict = (requestId: string, kind: 'approved' | 'rejected') => (state: Parameters<typeof decideVerdict>[0]) =>
    decideVerdict(state, { requestId, verdict: kind, reasons: kind === 'rejected' ? ['ring'] : [] });

  it('moves nothing, and waits for staff', () => {
    const story = given(feesGiven);
    story.when(pay({ matches: [device] })).then('InvitationRewardHeld', 'ReviewOpened');
    expect(spot(story)).toBe('0');
  });

  it('is paid when staff approve, once, and these matches hold nothing again', () => {
    const story = held();
    story.when(verdict(`inv-${DATE}`, 'approved')).then('InvitationRewardReleased');
    expect(spot(story)).toBe('2.00246913');
    story.when(verdict(`inv-${DATE}`, 'approved')).then();
    const other = { ...device, memberIds: [...device.memberIds].reverse() };
    story.when(pay({ date: '2028-03-01', matches: [other] })).then('InvitationRewardPaid');
    const more = { kind: 'payee', memberIds: device.memberIds };
    story.when(pay({ date: '2028-03-02', matches: [other, more] })).then('InvitationRewardHeld', 'ReviewOpened');
  });

  it('stays with the fees when staff reject, and the next one is held too', () => {
    const story = held();
    story.when(verdict(`inv-${DATE}`, 'rejected')).then('InvitationRewardRejected');
    expect(spot(story)).toBe('0');
    story.when(pay({ date: '2028-03-01', matches: [device] })).then('InvitationRewardHeld', 'ReviewOpened');
  });
});
