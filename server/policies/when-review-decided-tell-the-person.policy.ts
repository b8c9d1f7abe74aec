import { planned } from '../core/command.js';
import type { RecordedEvent } from '../core/event.js';
import { SendMessage } from '../features/message/message.commands.js';
import type { ReviewApproved, ReviewMoreAsked, ReviewRejected } from '../review/review.events.js';
import type { Policy } from './policy.js';

/** Where a person goes on after a decision, by the kind of request. */
const SCREENS: Readonly<Record<string, string>> = {
  'identity-primary': '/sfyz',
  'identity-advanced': '/sfyz',
  'identity-address': '/sfyz',
  'credit-proof': '/xinyongfen',
  'deposit-proof': '/cbjl',
  'withdrawal-crypto': '/tbjl',
  'withdrawal-bank': '/tbjl',
};

/** Where more is to be said than that it was approved, an own policy writes: `when-c2c-order-moves…`, `when-recovery-moves…`. */
const TOLD_ELSEWHERE = /^(c2c-|identity-recovery$)/;

/** Whatever staff decide about somebody or need from them, they are told with the reasons; the letter says only that there is something to read. */
export const whenReviewDecidedTellThePerson: Policy = {
  name: 'when-review-decided-tell-the-person',
  realms: ['real'],
  eventTypes: ['ReviewApproved', 'ReviewRejected', 'ReviewMoreAsked'],
  react: (event) => {
    const { userId, requestId, kind } = event.data as ReviewApproved;
    if (TOLD_ELSEWHERE.test(kind)) return {};
    const link = SCREENS[kind];
    const data: SendMessage['data'] = {
      ...{ userId, messageId: messageOf(event, requestId) },
      ...contentOf(event, kind),
      ...(link === undefined ? {} : { link }),
    };
    const template = LETTERS[event.type] ?? 'request-rejected';
    return { commands: [planned(SendMessage, data)], letter: { userId, template, values: { decidedAt: event.at } } };
  },
};

const LETTERS: Readonly<Record<string, string>> = {
  ReviewApproved: 'request-approved',
  ReviewRejected: 'request-rejected',
  ReviewMoreAsked: 'request-asked',
};

/** A request is decided once and asked about as often as it takes. */
function messageOf({ type, version }: RecordedEvent, requestId: string): string {
  return type === 'ReviewMoreAsked' ? `review:${requestId}:asked:${version}` : `review:${requestId}`;
}

function contentOf(
  event: RecordedEvent,
  kind: string,
): Pick<SendMessage['data'], 'template' | 'values' | 'sealedNote'> {
  const values = { kind: `@review:kind.${kind}` };
  if (event.type === 'ReviewApproved') return { template: 'review-approved', values };
  if (event.type === 'ReviewMoreAsked') {
    const { reasons, until } = event.data as ReviewMoreAsked;
    const said = reasonsOf(kind, reasons);
    return { template: 'review-asked', values: { ...values, reasons: said, answerAt: until } };
  }
  const { reasons, sealedNote } = event.data as ReviewRejected;
  const said = reasonsOf(kind, reasons);
  const note = sealedNote === null ? {} : { sealedNote: { context: 'review.note', sealed: sealedNote } };
  return { template: 'review-rejected', values: { ...values, reasons: said }, ...note };
}

const reasonsOf = (kind: string, reasons: readonly string[]): string =>
  reasons.map((reason) => `@review:reason.${kind}.${reason}`).join(' ');
