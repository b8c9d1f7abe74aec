import { describe, expect, it } from '@jest/globals';
import { CommandHandlers } from '../../writer/command-handlers.js';
import { MemoryRealm } from '../../writer/memory-realm.js';
import { READ_TOGETHER_MAX } from './message.decider.js';
import { messageHandlers } from './message.handler.js';

const userId = 'real-ann00000001';
const letter = (messageId: string) => ({ messageId, template: 'review-approved', values: { kind: '@a' } });

/** Given messages that were sent, when something more is wished, then events or a refusal. */
function box(...sent: string[]) {
  const realm = new MemoryRealm('real', new CommandHandlers().register(...messageHandlers));
  let at = 1_000;
  const when = (type: string, data: object) => {
    const before = realm.events.length;
    const result = realm.execute({ type, data: { userId, ...data }, at: (at += 1_000), actor: 'policy:test' });
    if (!result.ok) return result.refusal;
    return realm.events.slice(before).map(({ type: made, data: told }) => [made, told] as const);
  };
  for (const id of sent) when('SendMessage', letter(id));
  return when;
}

describe('messages to a person', () => {
  it('are kept without words, so that each is read in the language of the day', () => {
    expect(box()('SendMessage', letter('m1'))).toEqual([
      ['MessageSent', { userId, ...letter('m1'), link: null, sealedNote: null }],
    ]);
  });

  it('are sent once, however often somebody asks', () => {
    expect(box('m1')('SendMessage', letter('m1'))).toEqual([]);
  });

  it('are read one by one or all, and reading again changes nothing', () => {
    const when = box('m1', 'm2', 'm3');
    expect(when('MarkMessagesRead', { messageId: 'm2' })).toEqual([['MessagesRead', { userId, messageIds: ['m2'] }]]);
    expect(when('MarkMessagesRead', { messageId: 'm2' })).toEqual([]);
    expect(when('MarkMessagesRead', {})).toEqual([['MessagesRead', { userId, messageIds: ['m1', 'm3'] }]]);
    expect(when('MarkMessagesRead', {})).toEqual([]);
  });

  it('cannot be read when they were never sent to him', () => {
    expect(box('m1')('MarkMessagesRead', { messageId: 'm9' })).toMatchObject({ refusal: 'message.not-found' });
  });

  it('are marked in several events when there are many, so that no event grows without an end', () => {
    const when = box(...Array.from({ length: READ_TOGETHER_MAX + 1 }, (_, index) => `m${index}`));
    const events = when('MarkMessagesRead', {}) as (readonly [string, { messageIds: string[] }])[];
    expect(events.map(([, { messageIds }]) => messageIds.length)).toEqual([READ_TOGETHER_MAX, 1]);
  });
});
