import { handle } from '../../server/core/command.js';
import { commandOf } from '../../server/core/command.testkit.js';
import type { StreamKind } from '../../server/core/decider.js';
import { Writers } from '../../server/engine/writer/writers.js';
import { declareEventTypes } from '../../server/engine/history/event-types.js';
import { type ReviewKind, ReviewKinds } from '../../server/review/review-kind.js';
import { reviewKind } from '../../server/review/review.decider.js';
import { reviewOpened } from '../../server/review/review.events.js';
import { CommandHandlers } from '../../server/engine/writer/command-handlers.js';
import { startStaffed } from './staff-client.js';
import { paperKind } from './stream-kinds.js';

declareEventTypes({ type: 'PaperDecided', schema: 1 });

/** Which images came with which request. */
const images = new Map<string, readonly string[]>();

const PERMISSIONS = { identity: 'review-identity', credit: 'review-credit', withdrawal: 'review-withdrawal' } as const;

function paperReview(queue: keyof typeof PERMISSIONS, approvals: 1 | 2, duty: ReviewKind['duty']): ReviewKind {
  return {
    name: `${queue}-paper`,
    permission: PERMISSIONS[queue],
    duty,
    screen: '/setting',
    reasons: ['blurred', 'expired'],
    scope: ({ requestId }) => ({ streams: [[paperKind, requestId]] }),
    approvals: () => approvals,
    decide: (_view, { requestId, verdict }) => [
      { stream: `paper-${requestId}`, type: 'PaperDecided', schema: 1, data: { verdict } },
    ],
    details: ({ requestId }) =>
      Promise.resolve({
        fields: [
          { name: 'documentNumber', value: 'X1234567', personal: true },
          { name: 'documentType', value: '1', personal: false },
        ],
        images: (images.get(requestId) ?? []).map((id) => ({ id, purpose: 'document-front' })),
        signals: [{ name: 'resubmitted', level: 'info', inputs: { times: 1 } }],
      }),
  };
}

interface OpenPaper {
  readonly requestId: string;
  readonly kind: string;
  readonly userId: string;
}

const openPaper = handle(commandOf<OpenPaper, null>('OpenPaper'), {
  realms: ['real'],
  scope: ({ requestId }) => ({ streams: [[reviewKind as StreamKind<unknown>, requestId]] }),
  decide: (_view, data) => ({ events: [reviewOpened(data)], answer: null }),
});

/** A server with papers to review: `identity-paper` and the `withdrawal-paper` that pays by one, `credit-paper` by two people. */
export async function startReviewRoom() {
  const staff = await startStaffed();
  const get = <Part>(token: abstract new (...parts: never[]) => Part): Part =>
    staff.started.app.get<Part>(token, { strict: false });
  get<ReviewKinds>(ReviewKinds).register(
    paperReview('identity', 1, 'identifies'),
    paperReview('credit', 2, 'pays'),
    paperReview('withdrawal', 1, 'pays'),
  );
  get<CommandHandlers>(CommandHandlers).register(openPaper);
  const commands = get<Writers>(Writers);
  let opened = 0;

  async function open(
    kind = 'identity-paper',
    userId = 'real-somebody',
    sent: readonly string[] = [],
  ): Promise<string> {
    opened += 1;
    const requestId = `q-${opened}`;
    images.set(requestId, sent);
    const data: OpenPaper = { requestId, kind, userId };
    const result = await commands.execute('real', { type: 'OpenPaper', data, at: Date.now(), actor: 'user:x' });
    if (!result.ok) throw new Error(result.refusal.refusal);
    return requestId;
  }

  return { ...staff, open, commands };
}
