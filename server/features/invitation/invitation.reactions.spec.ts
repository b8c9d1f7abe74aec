import { describe, expect, it } from '@jest/globals';
import type { RecordedEvent } from '../../core/event.js';
import type { DueDate } from '../../core/ports/invitation-fees.js';
import { invitationReactions } from './invitation.reactions.js';
import { SHARES } from './invitation.testkit.js';

const AT = Date.parse('2028-02-29T23:59:59.999Z');
const due: DueDate = {
  rewards: ['real-ann', 'real-bob'].map((userId) => ({
    userId,
    ownerId: `${userId}.1`,
    requestId: `inv-${userId}`,
    levels: [{ level: 1, people: 1, fees: '10' }],
    matches: [],
  })),
  people: 2,
  fees: '20',
  ...SHARES,
};
const asked: string[] = [];
const [begin, pay] = invitationReactions({
  due: (date) => {
    asked.push(date);
    return Promise.resolve(due);
  },
});

const happened = (type: string, data: object) => ({ type, data, at: AT }) as RecordedEvent;

describe('a registration', () => {
  it('begins the rewards on its UTC date where somebody invited the person, and does nothing else', async () => {
    const react = begin?.on['RealAccountOpened'];
    const invited = await react?.(happened('RealAccountOpened', { userId: 'real-bob', invitedBy: 'real-ann' }));
    expect(invited?.commands).toMatchObject([{ type: 'BeginInvitationRewards', data: { date: '2028-02-29' } }]);
    expect(await react?.(happened('RealAccountOpened', { userId: 'real-ann', invitedBy: null }))).toEqual({});
  });
});

describe('the end of a date', () => {
  it('pays each inviter by a command of its own, then finishes the date', async () => {
    const closed = happened('InvitationDateClosed', { date: '2028-02-28', nextDate: '2028-02-29' });
    const { commands = [] } = (await pay?.on['InvitationDateClosed']?.(closed)) ?? {};
    expect(asked).toEqual(['2028-02-28']);
    expect(commands.map(({ type, part }) => `${type} ${part}`)).toEqual([
      'PayInvitationReward real-ann',
      'PayInvitationReward real-bob',
      'FinishInvitationDate end',
    ]);
    expect(commands[0]?.data).toMatchObject({ date: '2028-02-28', most: '0.37', policy: { version: 1 } });
    expect(commands[2]?.data).toEqual({ date: '2028-02-28', inviters: 2, people: 2, fees: '20' });
  });
});
