import { CREDIT_PROOF_REASONS, CREDIT_PROOFS, type CreditRules } from '../../../contracts/credit.contract.js';
import type { PolicyVersion } from '../../core/policy.js';
import { refuse } from '../../core/refusal.js';
import type { VerificationLevels } from '../../core/ports/verification.js';
import type { ReviewKind } from '../../review/review-kind.js';
import { creditKind, decideProofVerdict } from './credit.decider.js';
import { CREDIT_REVIEW } from './credit.handler.js';
import type { CreditPolicies, CreditReader } from './credit.query.js';

const applied = ({ name, version, values }: PolicyVersion<CreditRules>) => ({ name, version, inputs: { ...values } });

interface Parts {
  readonly reader: CreditReader;
  readonly levels: VerificationLevels;
  readonly policies: CreditPolicies;
}

/** How staff review a credit proof: the verified name beside the images, and an accepted one counts at once. */
export function creditReview({ reader, levels, policies }: Parts): ReviewKind {
  return {
    name: CREDIT_REVIEW,
    permission: 'review-credit',
    duty: 'pays',
    screen: '/xinyongfen',
    reasons: CREDIT_PROOF_REASONS,
    scope: ({ userId }) => ({ streams: [[creditKind, userId]] }),
    prepare: () => policies.inForce('credit.rules'),
    decide: (view, decision) =>
      decideProofVerdict(
        view.state(creditKind, decision.userId),
        decision,
        decision.prepared as PolicyVersion<CreditRules>,
      ),
    async details({ userId, requestId }) {
      const { proofs } = await reader.state(userId);
      const proof = CREDIT_PROOFS.find((each) => proofs[each].requestId === requestId);
      if (proof === undefined) return refuse('review.not-found', { requestId });
      const { images, attempt } = proofs[proof];
      const name = await levels.realName(userId);
      return {
        fields: [
          { name: 'creditProof', value: proof, personal: false },
          { name: 'realName', value: name ?? '', personal: true },
        ],
        images: images.map((id) => ({ id, purpose: 'credit-proof' })),
        policies: [applied(policies.inForce('credit.rules'))],
        signals: attempt > 1 ? [{ name: 'resubmitted', level: 'info', inputs: { times: attempt - 1 } }] : [],
      };
    },
  };
}
