import type { Pool } from 'pg';
import {
  mendableReasons,
  IDENTITY_ADVICE,
  IDENTITY_REASONS,
  type IdentityLevel,
  type SentFields,
} from '../../../contracts/identity.contract.js';
import type { Clock } from '../../core/clock.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import type { RiskSignal } from '../../core/ports/risk-signals.js';
import type { ReviewDecision, ReviewDetails, ReviewKind } from '../../review/review-kind.js';
import { decideAskMore, decideVerdict, documentKind, identityKind } from './identity.decider.js';
import type { IdentitySubmitted } from './identity.events.js';
import type { IdentityReader } from './identity.reader.js';
import { yearsBetween } from './identity.rules.js';

interface Parts {
  readonly reader: IdentityReader;
  readonly pool: Pool;
  readonly clock: Clock;
}

const PURPOSES: Readonly<Record<string, string>> = {
  front: 'document-front',
  back: 'document-back',
  held: 'document-held',
};
/** Fields without personal data, which auditors may read. */
const IMAGE_FIELDS: readonly string[] = ['front', 'back', 'held', 'proof'];
/** What an approval of each level needs compared with the images, field by field. */
const CHECKS: Readonly<Record<IdentityLevel, readonly string[]>> = {
  primary: ['realName', 'documentNumber', 'birthDate', 'expiry', 'face'],
  advanced: ['realName', 'proofKind', 'proofDate'],
  address: ['realName', 'address', 'proofDate'],
};
const PLAIN = new Set(['documentType', 'billKind', 'assetProof']);

/** How staff review a level: what they see of it, why they may reject it, and what follows. */
export function identityReview(level: IdentityLevel, parts: Parts): ReviewKind {
  return {
    name: `identity-${level}`,
    permission: 'review-identity',
    duty: 'identifies',
    screen: '/sfyz',
    reasons: Object.keys(IDENTITY_REASONS[level]),
    scope: ({ userId, prepared }) => ({
      streams: [
        parts.reader.stream(userId),
        ...(typeof prepared === 'string' ? [[documentKind, prepared] as const] : []),
      ],
    }),
    decide: (view, decision) =>
      decideVerdict(view.state(identityKind, decision.userId), { ...decision, level, ...noteOf(decision) }),
    askForMore: {
      reasons: mendableReasons(level),
      advice: IDENTITY_ADVICE,
      decide: (view, { userId, requestId, staffId, reasons, advice, until }) => {
        const question = { userId, level, requestId, staffId, reasons, advice, until };
        return decideAskMore(view.state(identityKind, userId), question);
      },
    },
    // The document's stream, which a rejection gives free: its name stands in the request.
    prepare: async ({ userId, requestId }) => {
      const sent = await requestOf(parts, level, userId, requestId);
      return sent?.document?.fingerprint ?? null;
    },
    details: ({ userId, requestId }) => details(parts, level, userId, requestId),
  };
}

const noteOf = ({ note }: ReviewDecision) => ({ sealedNote: note });

async function requestOf(parts: Parts, level: IdentityLevel, userId: string, requestId: string) {
  return (await parts.reader.requests(userId, level)).findLast((sent) => sent.requestId === requestId);
}

async function details(
  parts: Parts,
  level: IdentityLevel,
  userId: string,
  requestId: string,
): Promise<ReviewDetails | Refusal> {
  const { reader } = parts;
  const requests = await reader.requests(userId, level);
  const sent = requests.findLast((each) => each.requestId === requestId);
  const form = sent === undefined ? null : await reader.form(userId, level, sent);
  if (sent === undefined || form === null) return refuse('account.not-found');
  const person = level === 'primary' ? form : await personOf(parts, userId);
  // The bill and the proof must carry the name that was verified: it stands first.
  const fields = level === 'primary' ? form : { realName: person['realName'] ?? '', ...form };
  return {
    fields: Object.entries(fields).map(([name, value]) => ({ name, value, personal: !PLAIN.has(name) })),
    images: Object.entries(sent.images).map(([field, id]) => ({ id, purpose: PURPOSES[field] ?? proofOf(level) })),
    policies: [sent.policy],
    checks: CHECKS[level],
    reasons: applying(level, sent),
    signals: [
      ...answeredWith(sent, requests),
      ...resubmitted(sent, requests),
      ...(level === 'primary' ? await documentSignals(parts, sent, form) : proofSignals(form, person)),
    ],
  };
}

/** A reason about images that were not sent cannot apply. */
function applying(level: IdentityLevel, { images }: IdentitySubmitted): string[] {
  const missing = (field: string): boolean => IMAGE_FIELDS.includes(field) && images[field] === undefined;
  return Object.entries<readonly string[]>(IDENTITY_REASONS[level]).flatMap(([reason, fields]) =>
    fields.length > 0 && fields.every(missing) ? [] : [reason],
  );
}

const proofOf = (level: IdentityLevel): string => (level === 'address' ? 'address-proof' : 'asset-proof');

/** The form of the passed primary request. */
async function personOf({ reader }: Parts, userId: string): Promise<SentFields> {
  const { primary } = await reader.state(userId);
  return primary.request === null ? {} : ((await reader.form(userId, 'primary', primary.request)) ?? {});
}

/** A request that was sent again after a question, with the number of new photos. */
function answeredWith(sent: IdentitySubmitted, requests: readonly IdentitySubmitted[]): RiskSignal[] {
  const sendings = requests.filter(({ requestId }) => requestId === sent.requestId);
  const [before] = sendings.slice(-2, -1);
  if (before === undefined) return [];
  const kept = new Set(Object.values(before.images));
  const photos = Object.values(sent.images).filter((id) => !kept.has(id)).length;
  return [{ name: 'answered', level: 'info', inputs: { times: sendings.length - 1, photos } }];
}

/** Sent before, and with how many of the same photos. */
function resubmitted(sent: IdentitySubmitted, requests: readonly IdentitySubmitted[]): RiskSignal[] {
  const earlier = requests.filter(({ attempt }) => attempt < sent.attempt);
  if (earlier.length === 0) return [];
  const before = new Set(earlier.flatMap(({ images }) => Object.values(images)));
  const again = Object.values(sent.images).filter((id) => before.has(id)).length;
  const times = new Set(earlier.map(({ requestId }) => requestId)).size;
  const signals: RiskSignal[] = [{ name: 'resubmitted', level: 'info', inputs: { times } }];
  if (again > 0) signals.push({ name: 'images-sent-again', level: 'warning', inputs: { count: again } });
  return signals;
}

async function documentSignals(
  { reader, pool, clock }: Parts,
  sent: IdentitySubmitted,
  form: SentFields,
): Promise<RiskSignal[]> {
  const signals: RiskSignal[] = [];
  const { rows } = await pool.query<{ people: number }>(
    `SELECT count(DISTINCT user_id)::int AS people FROM identity_requests
       WHERE number_fingerprint = $1 AND number_fingerprint <> '' AND user_id <> $2`,
    [sent.document?.numberFingerprint ?? '', sent.userId],
  );
  const accounts = rows[0]?.people ?? 0;
  if (accounts > 0) signals.push({ name: 'document-used-before', level: 'warning', inputs: { accounts } });
  if ((await reader.nationality(sent.userId)) === null)
    signals.push({ name: 'country-not-registered', level: 'info', inputs: {} });
  const day = new Date(clock.now()).toISOString().slice(0, 10);
  const { birthDate } = form;
  if (birthDate !== undefined)
    signals.push({ name: 'age', level: 'info', inputs: { years: yearsBetween(birthDate, day) }, personal: true });
  return signals;
}

function proofSignals(form: SentFields, person: SentFields): RiskSignal[] {
  const differs = form['country'] !== undefined && form['country'] !== person['country'];
  return differs ? [{ name: 'country-differs', level: 'info', inputs: {} }] : [];
}
