import type { DepositRules } from '../../../contracts/deposit.contract.js';
import { amount, format } from '../../../shared/money.js';
import { CONFIRMATIONS, NETWORK } from '../../outside/hostile/outside.js';
import { PRICES, type SimulatedWorld, type Simulation } from '../simulation.js';
import { Violation } from '../../core/violation.js';
import { depositAddressKind } from './address.decider.js';
import type { ChannelNow } from './deposit.commands.js';
import { depositKind, openProofOf, type ProofFacts } from './deposit.decider.js';
import { depositReview } from './deposit.review.js';

/** The address prefix of transfers without an owner. */
const NOBODYS = `${NETWORK}:platform:`;
const addressOf = (userId: string): string => `${NETWORK}:${userId}:`;

const RULES: DepositRules = {
  minimumUSDT: '1',
  minimumBTC: '0.001',
  minimumETH: '0.1',
  minimumTRX: '10',
  minimumOther: '1',
  closedChannels: 'none',
  proofsWaitingMax: 5,
};

/** People with an address each, transfers to these and others, proofs, and the watcher of the networks. */
export const simulation = (world: SimulatedWorld): Simulation => ({
  reviews: [
    {
      kind: depositReview({} as Parameters<typeof depositReview>[0]),
      facts: (requestId) => ({ prepared: proofFacts(world, requestId) }),
    },
  ],
  requests: {
    id: 'depositId',
    open: ['DepositSeen', 'DepositProofSubmitted'],
    end: ['DepositCredited', 'DepositFailed', 'DepositProofAccepted', 'DepositProofRejected'],
  },
  facts: {
    DepositCredited: (data) => isFinal(world, data as Credited),
    DepositProofAccepted: (data) => isFinal(world, data as Credited),
  },
  deeds: [{ share: 1, act: (userId) => prove(world, userId) }],
  outside: [{ share: 1, act: () => arrive(world) }],
  joins: ({ userId }) => {
    const network = { userId, network: NETWORK };
    const actor = `user:${userId}`;
    world.execute('real', { type: 'AssignDepositAddress', data: network, actor });
    const address = { ...network, address: userId, tag: null, addressId: addressOf(userId) };
    world.execute('real', { type: 'OpenDepositAddress', data: address, actor });
  },
  hears: (hash) => note(world, hash),
});

function arrive({ rng, outside, savers }: SimulatedWorld): void {
  const asset = rng.pick(['USDT', 'USDT', 'ETH', 'DOGE']);
  const sum = rng.pick(asset === 'ETH' ? ['0.05', '0.1', '4'] : ['0.5', '1', '5000', '40000']);
  outside.arrive(rng.chance(0.15) ? NOBODYS : addressOf(rng.pick(savers)), asset, amount(sum));
}

function prove({ rng, outside, nextId, execute }: SimulatedWorld, userId: string): void {
  const hash = rng.pick([...outside.transfers.keys(), 'f'.repeat(64)]);
  const channel = channelOf(rng.pick(['USDT', 'ETH']));
  const names = { userId, key: `${NETWORK}:${hash}`, depositId: nextId('d'), hash };
  const data = { ...names, declared: '100', images: ['image-1'], sealedNote: null, channel, problem: null };
  execute('real', { type: 'SubmitDeposit', data, actor: `user:${userId}` });
}

function note({ outside, realm, execute }: SimulatedWorld, hash: string): void {
  const transfer = outside.transfers.get(hash);
  if (transfer === undefined || transfer.addressId === null) return;
  const { addressId, asset, amount: moved, status, blockHeight, confirmations } = transfer;
  const key = `${NETWORK}:${hash}`;
  const { userId: owner } = realm('real').state(depositAddressKind, addressId);
  const openProof = openProofOf(realm('real').state(depositKind, key));
  const now = { status, blockHeight, confirmations };
  const data = { key, hash, addressId, owner, openProof, ...now, amount: format(moved), channel: channelOf(asset) };
  execute('real', { type: 'NoteDeposit', data, actor: 'system:deposit-watcher' });
}

/** The channel of an asset as it is now: `DOGE` came by a network that does not take it. */
function channelOf(currency: string): ChannelNow {
  const policy = { name: 'deposit.rules', version: 1, values: RULES };
  const minimum = currency === 'ETH' ? RULES.minimumETH : RULES.minimumUSDT;
  const open = currency in PRICES;
  return { policy, network: NETWORK, currency, open, minimum, priceUsdt: null, confirmationsNeeded: CONFIRMATIONS };
}

function proofFacts({ outside, realm }: SimulatedWorld, depositId: string): ProofFacts {
  const submitted = realm('real').events.find(
    ({ type, data }) => type === 'DepositProofSubmitted' && (data as { depositId: string }).depositId === depositId,
  );
  const { key, currency } = submitted?.data as { key: string; currency: string };
  const { transfer } = realm('real').state(depositKind, key);
  const { policy, minimum, open } = channelOf(transfer?.currency ?? currency);
  const found = outside.transfers.get(key.slice(key.lastIndexOf(':') + 1));
  const toPlatform = found === undefined ? null : found.addressId !== null && amount(minimum) >= 0n;
  return { key, network: NETWORK, toPlatform, policy, minimum, open };
}

interface Credited {
  readonly key: string;
  readonly amount: string;
}

function isFinal({ outside }: SimulatedWorld, { key, amount: credited }: Credited): void {
  const transfer = outside.transfers.get(key.slice(key.lastIndexOf(':') + 1));
  if (transfer === undefined || transfer.addressId === null || transfer.confirmations < CONFIRMATIONS)
    throw new Violation(`${key} was credited, and no such transfer is final`);
  if (transfer.amount !== amount(credited)) throw new Violation(`${key} was credited with ${credited}`);
}
