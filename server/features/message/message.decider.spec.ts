import { describe, expect, it } from '@jest/globals';
import { decider } from '../../engine/writer/decider.testkit.js';
import { messageKind, READ_TOGETHER_MAX } from './message.decider.js';
import { messageHandlers } from './message.handler.js';

const userId = 'real-ann00000001';
const letter = (messageId: string) => ({ messageId, template: 'review-approved', values: { kind: '@a' } });
const send = (messageId: string) => ({ type: 'SendMessage', data: { userId, ...letter(messageId) } });
const read = (messageId: string) => ({ type: 'MarkMessagesRead', data: { userId, messageId } });
const readAll = { type: 'MarkMessagesRead', data: { userId } };

const { given } = decider({ realm: 'real', kind: messageKind, id: userId, handlers: messageHandlers });

describe('messages to a person', () => {
  it('are kept without words, so that each is read in the language of the day', () => {
    given()
      .when(send('m1'))
      .then({ type: 'MessageSent', data: { userId, ...letter('m1'), link: null, sealedNote: null } });
  });

  it('are sent once, however often somebody asks', () => {
    given(send('m1')).when(send('m1')).then();
  });

  it('are read one by one or all, and reading again changes nothing', () => {
    given(send('m1'), send('m2'), send('m3'))
      .when(read('m2'))
      .then({ type: 'MessagesRead', data: { userId, messageIds: ['m2'] } })
      .when(read('m2'))
      .then()
      .when(readAll)
      .then({ type: 'MessagesRead', data: { userId, messageIds: ['m1', 'm3'] } })
      .when(readAll)
      .then();
  });

  it('cannot be read when they were never sent to him', () => {
    given(send('m1')).when(read('m9')).then('message.not-found');
  });

  it('are marked in several events when there are many, so that no event grows without an end', () => {
    const many = Array.from({ length: READ_TOGETHER_MAX + 1 }, (_, index) => send(`m${index}`));
    const { events } = given(...many).when(readAll);
    const read = events.map(({ data }) => (data as { messageIds: string[] }).messageIds.length);
    expect(read).toEqual([READ_TOGETHER_MAX, 1]);
  });
});
