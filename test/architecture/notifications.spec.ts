import { describe, expect, it } from '@jest/globals';
import { notificationPorts } from '../../server/features.js';
import type { RecordedEvent } from '../../server/core/event.js';
import { messageReactions } from '../../server/features/message/message.reactions.js';
import { filesBelow, readJson } from '../kit/sources.js';
import { textsOf } from '../kit/words.js';

type Golden = Record<string, Record<string, object>>;
interface Sent {
  readonly template: string;
  readonly values: object;
}

const REDUCED_FOR = { raisesAt: 1, closesAt: 2, opensAt: 3, rate: '0.05' };

/** A golden event holds one of several ways that it may have happened. */
const OTHER_WAYS: Readonly<Record<string, readonly object[]>> = {
  C2cMessageSent: [{ from: 'support' }],
  HolderNotified: [
    { notice: 'announced-earnings-before-open', perShare: null },
    { notice: 'announced-earnings-after-close', perShare: null },
    { notice: 'withdrawn-dividend' },
    { notice: 'withdrawn-earnings', perShare: null },
    { notice: 'orders-cancelled' },
    { notice: 'announced-delisting', perShare: null },
    { notice: 'withdrawn-delisting', perShare: null },
    { notice: 'orders-cancelled-delisting', perShare: null },
    ...['announced-split', 'withdrawn-split', 'orders-cancelled-split'].flatMap((notice) => [
      { notice, perShare: null, newShares: 4, oldShares: 1 },
      { notice, perShare: null, newShares: 1, oldShares: 10 },
    ]),
    { notice: 'orders-adjusted', perShare: null, newShares: 4, oldShares: 1 },
  ],
  FundPlanSkipped: [
    { reason: 'debts' },
    { reason: 'cap' },
    { reason: 'terms' },
    { reason: 'sale' },
    { reason: 'waiting' },
    { reason: 'account' },
  ],
  HoldingSplit: [{ newShares: 1, oldShares: 10 }],
  OptionSettled: [{ result: 'won' }, { result: 'lost' }, { result: 'equal' }],
  OptionReturned: [{ reason: 'paused' }, { reason: 'closed' }, { reason: 'action' }],
  PositionWarned: [{ side: 'short' }],
  PositionGapWarned: [{ side: 'short' }],
  PositionBracketsWarned: [{ side: 'short' }],
  PositionLiquidated: [{ side: 'short' }, { gap: REDUCED_FOR }, { gap: REDUCED_FOR, side: 'short' }],
  PositionDeleveraged: [{ side: 'long' }],
  PositionClosed: [{ cause: 'delivery' }, { cause: 'delisting' }, { cause: 'settlement' }],
  PositionHaltNotified: [
    { reason: 'disorder' },
    { reason: 'technical' },
    { reason: 'authority' },
    { change: 'resumed', reason: null },
  ],
  PositionDividend: [{ paid: '1.3' }],
  SupportMessageSent: [{ from: 'support' }],
  SupportClosed: [{ by: 'support' }],
  AlertTriggered: [
    { direction: 'down' },
    { kind: 'moves', change: '5.01' },
    { kind: 'moves', change: '-5.01', direction: 'down' },
  ],
  LoanOverdue: [{ sum: '5' }],
};

const golden = filesBelow('test/golden/events').map((path) => readJson<Golden>(path));
const events = golden.flatMap(Object.entries<Golden[string]>).flatMap(([type, schemas]) => {
  const [data = {}] = Object.values(schemas).slice(-1);
  return [{}, ...(OTHER_WAYS[type] ?? [])].map((way) => ({ type, data: { ...data, ...way } }));
});

async function sentOf(): Promise<{ messages: Sent[]; letters: Sent[] }> {
  const kinds = { find: () => ({ screen: '/somewhere' }) } as unknown as Parameters<typeof messageReactions>[1];
  const reactions = messageReactions(notificationPorts.notifications, kinds);
  const made = reactions.flatMap(({ on }) =>
    events.map(async (event) => on[event.type]?.({ ...event, at: 0, position: 1, version: 1 } as RecordedEvent) ?? {}),
  );
  const effects = await Promise.all(made);
  return {
    messages: effects.flatMap(({ commands = [] }) => commands.map(({ data }) => data as Sent)),
    letters: effects.flatMap(({ letter = [] }) => letter),
  };
}

const texts = textsOf('en');
const holesIn = (key: string): string[] =>
  [...(texts.get(key) ?? '').matchAll(/\{\{(\w+)\}\}/g)].map(([, hole = '']) => hole);

describe('what nouns tell people', () => {
  it('has a title and a body in the box, and a value for each of their holes', async () => {
    const { messages } = await sentOf();
    const wanting = messages.flatMap(({ template, values }) =>
      ['title', 'body'].flatMap((part) => {
        const key = `message-box:${template}.${part}`;
        if (!texts.has(key)) return key;
        return holesIn(key)
          .filter((hole) => !(hole in values))
          .map((hole) => `${key}: ${hole}`);
      }),
    );
    expect(wanting).toEqual([]);
  });

  it('comes by a letter that has a subject', async () => {
    const { letters } = await sentOf();
    expect(letters.map(({ template }) => `mail:${template}.subject`).filter((key) => !texts.has(key))).toEqual([]);
  });

  it('is each text of the box: none is left that no event sends', async () => {
    const { messages } = await sentOf();
    const sent = new Set(messages.map(({ template }) => template));
    const known = [...texts.keys()].flatMap((key) => /^message-box:(.+)\.title$/.exec(key)?.[1] ?? []);
    expect(known).not.toEqual([]);
    expect(known.filter((template) => !sent.has(template))).toEqual([]);
  });
});
