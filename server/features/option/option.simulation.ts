import { OPTION_DELIVERIES, OPTION_DIRECTIONS } from '../../../contracts/option.contract.js';
import { amount, format, ZERO, type Amount } from '../../../shared/money.js';
import type { CountedOption, OptionPrices, OptionTiming } from '../../core/ports/option-prices.js';
import { refuse } from '../../core/refusal.js';
import { Violation } from '../../core/violation.js';
import { HOUSE } from '../../engine/ledger/chart.js';
import type { MemoryRealm } from '../../engine/writer/memory-realm.js';
import { HOUR_MS, ownerOf, type Person, type RealmLaws, type SimulatedWorld, type Simulation } from '../simulation.js';
import type { OptionBought, OptionReturned, OptionSettled } from './option.events.js';
import { optionHouseKind, optionKind } from './option.state.js';
import { CAPS, figuresAt, RULES } from './option.testkit.js';

const BEAT_MS = 250;
/** Small limits, so that each is met. */
const VALUES = { ...RULES, openMax: 3, personUsdt: '600', expiryUsdt: '400', marketUsdt: '500', grantUsdt: '900' };
const POLICY = { name: 'option.rules', version: 1, values: VALUES };
/** People who bet on a rise or a fall, limit and pause themselves, and timers that enter and settle as late as they like. */
export const simulation = (world: SimulatedWorld): Simulation => ({
  offers: { optionPrices },
  requests: { id: 'optionId', open: ['OptionBought'], end: ['OptionSettled', 'OptionReturned'] },
  laws,
  deeds: [{ share: 6, act: (userId) => fundedAct(world, 'real', userId, `${userId}.1`) }],
  trades: (person) => {
    if (person.realm === 'demo' && person.status === 'open') demoAct(world, person);
  },
});

/** A price that a beat alone says: as often above as below, and at times the same. No time to delivery is a multiple of 11 beats. */
const stepsOf = (beat: number): bigint => 2_500_000_000n + BigInt(((beat * 7919) % 11) % 3);
const isInterrupted = (beat: number): boolean => beat % 7 === 0;
const priceOf = (steps: bigint): string => format(steps * amount('0.000001'));

const optionPrices: Pick<OptionPrices, 'beatsOf' | 'entry' | 'average'> = {
  beatsOf: (optionId: string, timing: OptionTiming, at: number) => {
    const placedBeat = Math.floor(at / BEAT_MS);
    const entryBeat = placedBeat + timing.delayBeatsMin + (optionId.length % 3);
    const lastBeat = entryBeat + (timing.seconds * 1000) / BEAT_MS;
    return { placedBeat, entryBeat, lastBeat, beats: (timing.averageSeconds * 1000) / BEAT_MS };
  },
  entry: ({ entryBeat }: CountedOption) => {
    if (isInterrupted(entryBeat)) return { returned: 'closed' };
    return { steps: String(stepsOf(entryBeat)), price: priceOf(stepsOf(entryBeat)) };
  },
  average: ({ lastBeat, beats }: CountedOption) => {
    if (isInterrupted(lastBeat)) return { returned: 'paused' };
    return { sumSteps: String(BigInt(beats) * stepsOf(lastBeat)), price: priceOf(stepsOf(lastBeat)) };
  },
};

function demoAct(world: SimulatedWorld, person: Person): void {
  if (world.rng.chance(0.9)) return;
  fundedAct(world, 'demo', person.userId, ownerOf(person));
}

/** With something to stake. */
function fundedAct(world: SimulatedWorld, where: 'demo' | 'real', userId: string, ownerId: string): void {
  const names = { userId, ownerId, transferId: world.nextId('t') };
  const move = { ...names, from: 'spot', to: 'options', currency: 'USDT', amount: '100' };
  world.execute(where, { type: 'TransferFunds', data: move, actor: `user:${userId}` });
  act(world, where, userId, ownerId);
}

function act(
  { rng, at, nextId, execute, realm }: SimulatedWorld,
  where: 'demo' | 'real',
  userId: string,
  ownerId: string,
): void {
  const owner = { userId, ownerId };
  const send = (type: string, data: object) =>
    execute(where, { type, data: { ...owner, ...data }, actor: `user:${userId}` });
  if (realm(where).state(optionKind, ownerId).warnedAt === null && rng.chance(0.7)) send('ConfirmOptionWarning', {});
  if (rng.chance(0.1)) send('SetOptionLossLimit', { limit: rng.pick([null, '50', '200', '2000']) });
  if (rng.chance(0.03)) send('SetOptionPause', { until: rng.pick([null, at + HOUR_MS, at + 3 * HOUR_MS, at - 1]) });
  const problem = rng.chance(0.05) ? refuse('option.pause-near', { symbol: 'ETHUSDT' }) : null;
  send('BuyOption', {
    optionId: nextId('opt'),
    symbol: rng.pick(['ETHUSDT', 'BTCUSDT']),
    direction: rng.pick(OPTION_DIRECTIONS),
    delivery: rng.pick(OPTION_DELIVERIES),
    stake: rng.pick(['0', '0.5', '1', '25.5', '100.001', '150', '300', '9000']),
    shown: rng.pick(['0.92', '0.9', '0.95']),
    offer: { figures: figuresAt(at), problem },
    policy: POLICY,
    cap: where === 'real' ? { cap: '1000', policy: CAPS } : null,
  });
}

/** Counted from the events alone: ends, totals, the house's account, and what it owes. */
function laws(realm: MemoryRealm): RealmLaws {
  const open = new Map<string, OptionBought>();
  const owners = new Map<string, { staked: Amount; returned: Amount; count: number }>();
  let [houseFunds, isTouched] = [ZERO, false];
  const ended = ({ optionId, ownerId }: OptionSettled | OptionReturned, returned: string): void => {
    const option = open.get(optionId);
    if (option === undefined) throw new Violation(`${optionId} ended and was not open`);
    open.delete(optionId);
    const own = owners.get(ownerId) ?? { staked: ZERO, returned: ZERO, count: 0 };
    const staked = own.staked + amount(option.stake);
    owners.set(ownerId, { staked, returned: own.returned + amount(returned), count: own.count + 1 });
    houseFunds += amount(option.stake) - amount(returned);
    isTouched = true;
  };
  return {
    trades: 0,
    take({ type, data }) {
      if (type === 'OptionBought') {
        const bought = data as OptionBought;
        if (open.has(bought.optionId)) throw new Violation(`${bought.optionId} was bought twice`);
        open.set(bought.optionId, bought);
        isTouched = true;
      }
      if (type === 'OptionHouseGranted') houseFunds += amount((data as { granted: string }).granted);
      if (type === 'OptionSettled') ended(data as OptionSettled, (data as OptionSettled).returned);
      if (type === 'OptionReturned') ended(data as OptionReturned, (data as OptionReturned).stake);
    },
    check() {
      if (!isTouched) return;
      isTouched = false;
      checkHouse(realm, [...open.values()], houseFunds);
      for (const [ownerId, { staked, returned, count }] of owners) {
        const { all } = realm.state(optionKind, ownerId);
        const found = `${all.count} ${all.staked} ${all.returned}`;
        const counted = `${count} ${format(staked)} ${format(returned)}`;
        if (found !== counted) throw new Violation(`${ownerId} has totals ${found}, not ${counted}`);
      }
    },
  };
}

function checkHouse(realm: MemoryRealm, open: readonly OptionBought[], funds: Amount): void {
  const total = (part: (option: OptionBought) => string): Amount =>
    open.reduce((sum, option) => sum + amount(part(option)), ZERO);
  const payouts = total(({ wins }) => wins);
  const held = amount(realm.balance(HOUSE.optionHolds.account, 'USDT'));
  if (held !== payouts) throw new Violation(`${format(held)} are held for payouts of ${format(payouts)}`);
  const available = amount(realm.balance(HOUSE.options.account, 'USDT'));
  if (available < ZERO) throw new Violation(`the house of options is at ${format(available)}`);
  if (available + held !== funds)
    throw new Violation(`the house has ${format(available + held)}, not ${format(funds)}`);
  const { staked } = realm.state(optionHouseKind, realm.events[0]?.realm ?? '');
  if (staked !== format(total(({ stake }) => stake))) throw new Violation(`the house counts ${staked} as staked`);
}
