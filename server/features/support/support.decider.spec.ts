import { describe, expect, it } from '@jest/globals';
import { refuse } from '../../core/refusal.js';
import { at, decider, openGate } from '../../engine/writer/decider.testkit.js';
import { SEALED } from '../simulation.js';
import type { AccountGate } from '../../core/ports/account-gate.js';
import './support.events.js';
import { supportHandlers } from './support.handler.js';
import { openIn, supportKind } from './support.state.js';

const USER = 'real-ann';
const AT = Date.parse('2026-11-25T12:00:00Z');
const MINUTE_MS = 60_000;
const rules = {
  timeZone: 'UTC',
  days: 'mon',
  staffedFrom: '08:00',
  staffedUntil: '20:00',
  messagesMax: 4,
  messagesPerMinute: 2,
  imagesMax: 1,
  conversationsPerDay: 2,
};
const policy = { name: 'support.rules', version: 4, values: rules };
const by = { policy: 'support.rules', version: 4 };
const subject = { realm: 'real', kind: supportKind, id: USER, at: AT };
const { given } = decider({ ...subject, handlers: supportHandlers(openGate) });
const own = { userId: USER, ownerId: `${USER}.1` };
const of = { userId: USER, conversationId: 'support-1' };
let ids = 0;
const message = (more: object = {}) => ({
  messageId: `supportm-${(ids += 1)}`,
  ...{ sealedText: SEALED, imageId: null, policy },
  ...more,
});
const open = (conversationId = 'support-1', more: object = {}) => ({
  type: 'OpenSupport',
  data: { ...own, conversationId, topic: 'deposit', ...message(more) },
});
const write = (more: object = {}, conversationId = 'support-1') => ({
  type: 'SendSupportMessage',
  data: { ...own, conversationId, from: 'person', staffId: null, ...message(more) },
});
const answer = (staffId = 'staff-1', more: object = {}) => write({ from: 'support', staffId, ...more });
const command = (type: string, more: object = {}) => ({ type, data: { ...of, ...more } });
const closeBy = (staffId: string | null) => command('CloseSupport', { staffId });
const rate = { type: 'RateSupport', data: { ...own, conversationId: 'support-1', rating: 4, sealedComment: null } };
const later = (minutes: number) => AT + minutes * MINUTE_MS;

describe('opening a conversation', () => {
  it('keeps topic and policy, and the first message in the same append', () => {
    given()
      .when(open())
      .then(
        {
          stream: `support-${USER}`,
          type: 'SupportOpened',
          data: {
            ...of,
            topic: 'deposit',
            policy: { name: 'support.rules', version: 4, inputs: { conversationsPerDay: 2 } },
          },
        },
        {
          stream: `support-${USER}`,
          type: 'SupportMessageSent',
          data: {
            ...of,
            messageId: `supportm-${ids}`,
            from: 'person',
            staffId: null,
            sealedText: SEALED,
            imageId: null,
            first: true,
            waitingSince: AT,
          },
        },
      );
  });

  it('is one at a time, and needs a text or an image', () => {
    given(open()).when(open('support-2')).then('support.open-already');
    given()
      .when(open('support-1', { sealedText: null }))
      .then(refuse('support.message-empty', { field: 'text' }));
    given()
      .when(open('support-1', { sealedText: null, imageId: 'image-1' }))
      .then('SupportOpened', 'SupportMessageSent');
  });

  it('is counted over 24 hours', () => {
    const second = at(later(2), open('support-2'));
    const closeSecond = at(later(3), {
      type: 'CloseSupport',
      data: { userId: USER, conversationId: 'support-2', staffId: null },
    });
    const full = refuse('support.day-full', { max: 2, ...by });
    given(open(), closeBy(null), second, closeSecond)
      .when(at(later(24 * 60 - 1), open('support-3')))
      .then(full);
    given(open(), closeBy(null), second, closeSecond)
      .when(at(later(24 * 60), open('support-3')))
      .then('SupportOpened', 'SupportMessageSent');
  });

  it('is possible from a frozen account, and from none that is gone', () => {
    const gate = (code: string): AccountGate => ({
      stream: (userId) => openGate.stream(userId),
      refusal: () => refuse(code),
      nationality: () => null,
    });
    const by = (code: string) => decider({ ...subject, handlers: supportHandlers(gate(code)) }).given();
    by('account.frozen').when(open()).then('SupportOpened', 'SupportMessageSent');
    by('account.not-found').when(open()).then('account.not-found');
  });
});

describe('writing', () => {
  it('waits since the first message that was not answered', () => {
    given(open())
      .when(at(later(2), write()))
      .then({ type: 'SupportMessageSent', data: expect.objectContaining({ waitingSince: AT, first: false }) })
      .when(at(later(3), answer()))
      .then('SupportTaken', {
        type: 'SupportMessageSent',
        data: expect.objectContaining({ waitingSince: null, first: true }),
      })
      .when(at(later(4), write()))
      .then({ type: 'SupportMessageSent', data: expect.objectContaining({ waitingSince: later(4) }) });
  });

  it('is bounded by minute, by messages and by images', () => {
    given(open(), write())
      .when(write())
      .then(refuse('support.too-fast', { max: 2, ...by }));
    given(open(), at(later(2), write()), at(later(4), write()), at(later(6), write()))
      .when(at(later(8), write()))
      .then(refuse('support.messages-full', { max: 4, ...by }));
    given(open('support-1', { imageId: 'image-1' }))
      .when(write({ imageId: 'image-2' }))
      .then(refuse('support.images-full', { max: 1, ...by }));
  });

  it('ends with the conversation', () => {
    given(open(), closeBy(null)).when(write()).then('support.closed');
    given(open()).when(write({}, 'support-9')).then('support.not-found');
  });
});

describe('staff', () => {
  it('take a conversation by answering it; a colleague gives it back first', () => {
    given(open(), answer('staff-1'))
      .when(answer('staff-2'))
      .then('support.taken')
      .when(closeBy('staff-2'))
      .then('support.taken')
      .when(command('TakeSupport', { staffId: 'staff-2' }))
      .then('support.taken')
      .when(command('ReleaseSupport', { staffId: 'staff-2' }))
      .then('SupportReleased')
      .when(command('ReleaseSupport', { staffId: 'staff-2' }))
      .then('support.not-taken')
      .when(answer('staff-2'))
      .then('SupportTaken', 'SupportMessageSent');
  });

  it('read what is unread, once', () => {
    given(open())
      .when(command('ReadSupportMessages', { by: 'support' }))
      .then('SupportMessagesRead')
      .when(command('ReadSupportMessages', { by: 'support' }))
      .then();
  });
});

describe('a closed conversation', () => {
  it('is rated once, and only then', () => {
    given(open()).when(rate).then('support.not-closed');
    given(open(), closeBy('staff-1')).when(rate).then('SupportRated').when(rate).then('support.rated-before');
  });

  it('says who closed it, also when the account was erased', () => {
    given(open())
      .when(closeBy(null))
      .then({ type: 'SupportClosed', data: expect.objectContaining({ by: 'person' }) });
    given(open())
      .when(closeBy('staff-1'))
      .then({ type: 'SupportClosed', data: expect.objectContaining({ by: 'support' }) });
    const end = { type: 'EndSupport', data: { userId: USER } };
    given(open())
      .when(end)
      .then({ type: 'SupportClosed', data: expect.objectContaining({ by: 'system' }) })
      .when(end)
      .then();
  });
});

it('a state that was saved is the state again', () => {
  const state = { conversations: {}, openedAt: [1], sentAt: [2] };
  expect(supportKind.snapshot?.load(JSON.parse(JSON.stringify(supportKind.snapshot.save(state))), USER)).toEqual(state);
  expect(openIn(state)).toBeUndefined();
});
