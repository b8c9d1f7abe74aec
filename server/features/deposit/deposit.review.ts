import { DEPOSIT_PROOF_REASONS } from '../../../contracts/deposit.contract.js';
import type { StreamKind } from '../../core/decider.js';
import { format } from '../../../shared/money.js';
import type { Vault } from '../../core/ports/vault.js';
import { isRefusal, refuse } from '../../core/refusal.js';
import type { RiskSignal, RiskSignals } from '../../core/ports/risk-signals.js';
import type { ReviewKind } from '../../review/review-kind.js';
import type { DepositChannels } from './deposit.channels.js';
import { depositProofsKind, placeEvents } from './deposit-proofs.decider.js';
import { decideProof, depositKind, type DepositState, type ProofFacts } from './deposit.decider.js';
import { DEPOSIT_REVIEW } from './deposit.handler.js';
import type { DepositQuery } from './deposit.query.js';
import type { DepositReader } from './deposit.reader.js';
import { writingsOf } from './deposit.rules.js';
import type { DepositNotes, Noted } from './deposit.watcher.js';

interface Parts {
  readonly channels: DepositChannels;
  readonly reader: DepositReader;
  readonly query: DepositQuery;
  readonly notes: DepositNotes;
  readonly vault: Vault;
  readonly signals: RiskSignals;
}

/** How staff review a proof: the person's claim beside the network's record. Only a network's fact can be approved. */
export function depositReview(parts: Parts): ReviewKind {
  return {
    name: DEPOSIT_REVIEW,
    permission: 'review-deposit',
    duty: 'pays',
    screen: '/cbjl',
    reasons: DEPOSIT_PROOF_REASONS,
    scope: ({ userId, prepared }) => ({
      streams: [
        [depositKind as StreamKind<unknown>, (prepared as ProofFacts).key],
        [depositProofsKind as StreamKind<unknown>, userId],
      ],
    }),
    prepare: ({ requestId }) => factsOf(parts, requestId),
    decide: (view, decision) => {
      const facts = decision.prepared as ProofFacts;
      const events = decideProof(view.state(depositKind, facts.key), decision, facts);
      if (isRefusal(events)) return events;
      const { userId } = decision;
      return [...events, ...placeEvents(view.state(depositProofsKind, userId), userId, events)];
    },
    details: ({ requestId, userId }) => detailsOf(parts, requestId, userId),
  };
}

/** The network is read again, so that a decision never relies on a page from an hour ago. */
async function factsOf({ query, notes, channels, reader }: Parts, requestId: string): Promise<ProofFacts> {
  const row = await query.row(requestId);
  if (row === undefined) throw new Error(`no such proof: ${requestId}`);
  const { key, network, hash } = row;
  const { transfer, toPlatform } = await noteAny(notes, network, hash);
  const currency = (await reader.state(key)).transfer?.currency ?? row.currency;
  const { policy, minimum, open } = channels.now(network, currency);
  return { key, network, toPlatform: transfer === undefined ? null : toPlatform, policy, minimum, open };
}

async function noteAny(notes: DepositNotes, network: string, hash: string): Promise<Noted> {
  for (const written of writingsOf(hash)) {
    const noted = await notes.note(network, written);
    if (noted.transfer !== undefined) return noted;
  }
  return { transfer: undefined, toPlatform: false };
}

async function detailsOf(parts: Parts, requestId: string, userId: string) {
  const { query, reader, vault, signals } = parts;
  if (!(await query.ready())) return refuse('request.unavailable');
  const row = await query.row(requestId);
  if (row === undefined) return refuse('review.not-found', { requestId });
  const state = await reader.state(row.key);
  const { claim } = state;
  if (claim?.depositId !== requestId) return refuse('review.not-found', { requestId });
  const note = claim.sealedNote === null ? '' : ((await vault.open(userId, 'deposit.note', claim.sealedNote)) ?? '');
  return {
    fields: [
      { name: 'network', value: row.network, personal: false },
      { name: 'currency', value: claim.currency, personal: false },
      { name: 'declaredAmount', value: claim.declared, personal: false },
      { name: 'transferHash', value: row.hash, personal: false },
      { name: 'personNote', value: note, personal: true },
    ],
    images: claim.images.map((id) => ({ id, purpose: 'deposit-proof' })),
    signals: [
      ...(await chainSignals(parts, row.network, row.hash, state)),
      ...(await signals.of({ userId, at: row.createdAt })),
    ],
    policies: [signals.rules()],
  };
}

/** What the networks show of the hash: on its own network, or on another one. */
async function chainSignals(
  { channels, notes }: Parts,
  network: string,
  hash: string,
  state: DepositState,
): Promise<RiskSignal[]> {
  const { transfer, toPlatform } = await noteAny(notes, network, hash);
  if (transfer === undefined) {
    const elsewhere = await otherNetwork(channels, network, hash);
    if (elsewhere !== undefined)
      return [{ name: 'on-other-network', level: 'warning', inputs: { network: elsewhere } }];
    return [{ name: 'not-on-chain', level: 'warning', inputs: { network } }];
  }
  const { status, confirmations, asset, amount } = transfer;
  if (!toPlatform) return [{ name: 'not-to-platform', level: 'warning', inputs: { network } }];
  const inputs = { amount: format(amount), currency: asset, confirmations, status };
  const unclaimed = state.outcome === 'no-owner';
  return [{ name: unclaimed ? 'unclaimed-on-chain' : 'seen-on-chain', level: 'info', inputs }];
}

async function otherNetwork({ chain }: DepositChannels, network: string, hash: string): Promise<string | undefined> {
  for (const { id } of chain.networks()) {
    if (id === network) continue;
    for (const written of writingsOf(hash)) if ((await chain.transfer(id, written)) !== undefined) return id;
  }
  return undefined;
}
