import { describe, it } from '@jest/globals';
import { projection } from '../../engine/projections/projection.testkit.js';
import { SEALED } from '../simulation.js';
import { supportConversations, supportMessages, supportProjection } from './support.projection.js';

const of = { userId: 'real-ann', conversationId: 'support-1' };
const event = (type: string, data: object) => ({ type, stream: 'support-real-ann', data: { ...of, ...data } });
const opened = event('SupportOpened', { topic: 'deposit', policy: { name: 'support.rules', version: 1, inputs: {} } });
const sent = (messageId: string, from: string, waitingSince: number | null, more: object = {}) =>
  event('SupportMessageSent', {
    ...{ messageId, from, staffId: from === 'person' ? null : 'staff-1', sealedText: SEALED, imageId: null },
    ...{ first: true, waitingSince, ...more },
  });

describe('conversations as they are read', () => {
  it('wait first, since the message that nobody has answered', () => {
    const story = projection(supportProjection).given(opened, sent('m-1', 'person', 1));
    story.then(supportConversations, {
      conversationId: 'support-1',
      status: 'waiting',
      place: 0,
      since: 1,
      staffId: '',
    });
    story.when(event('SupportTaken', { staffId: 'staff-1' }), sent('m-2', 'support', null));
    story.then(supportConversations, { status: 'answered', place: 1, since: 4, staffId: 'staff-1', changedAt: 4 });
    story.when(event('SupportReleased', { staffId: 'staff-2' }), sent('m-3', 'person', 6));
    story.then(supportConversations, { status: 'waiting', since: 6, staffId: '' });
  });

  it('end closed, and rated', () => {
    projection(supportProjection)
      .given(
        opened,
        sent('m-1', 'person', 1),
        event('SupportClosed', { by: 'support', staffId: 'staff-1' }),
        event('SupportRated', { rating: 4, sealedComment: SEALED }),
      )
      .then(supportConversations, {
        ...{ status: 'closed', place: 2, closedAt: 3, closedBy: 'support', rating: 4, sealedComment: SEALED },
      });
  });

  it('keep each message, its image, and whether it was read', () => {
    projection(supportProjection)
      .given(
        opened,
        sent('m-1', 'person', 1, { sealedText: null, imageId: 'image-1' }),
        event('SupportMessagesRead', { by: 'support', messageIds: ['m-1'] }),
      )
      .then(supportMessages, { messageId: 'm-1', sender: 'person', sealedText: '', imageId: 'image-1', unread: false });
  });
});
