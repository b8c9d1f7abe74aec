import { FUND_ASSETS, FUND_LEVELS } from '../../../shared/fund.js';
import { FUND_PERIODS } from '../../../shared/fund-plan.js';
import { dateAfter, dateOf } from '../../../shared/utc-date.js';
import { amount, format, ZERO } from '../../../shared/money.js';
import { Violation } from '../../core/violation.js';
import { HOUSE } from '../../engine/ledger/chart.js';
import type { MemoryRealm } from '../../engine/writer/memory-realm.js';
import type { RealmLaws, SimulatedWorld, Simulation } from '../simulation.js';
import { navDateOf } from './fund-dates.rules.js';
import { accountOf } from './fund-strike.decider.js';
import { freeUnits, fundHouseKind, fundKind } from './fund.state.js';
import { CAPS, RULES, SteppedPrices, TestCaps } from './fund.testkit.js';

const POLICY = { name: 'fund.rules', version: 1, values: RULES };
const FAIR_VALUES = { name: 'fund.fair-values', version: 1, values: { fairValues: 'none' } };

const [HOUR_MS, DAY_MS] = [3_600_000, 86_400_000];

/** A share that closes on weekends too, so that what waits at the end of a run is over soon. */
class DailyPrices extends SteppedPrices {
  override closeAt(asset: string, at: number): number | undefined {
    if (asset !== 'SPY') return super.closeAt(asset, at);
    return Math.floor((at - 21 * HOUR_MS) / DAY_MS) * DAY_MS + 21 * HOUR_MS;
  }
}

/** People who buy units of both funds, redeem them, and think better of it. */
export const simulation = (world: SimulatedWorld): Simulation => {
  const prices = new DailyPrices();
  return {
    offers: { fundPrices: prices, caps: new TestCaps() },
    policies: [POLICY, FAIR_VALUES],
    laws,
    deeds: [
      { share: 4, act: (userId) => act(world, userId, prices) },
      { share: 1, act: (userId) => plan(world, userId) },
    ],
    works: (crashes) => {
      if (!crashes) for (const userId of world.savers) redeemAll(world, userId);
    },
  };
};

function act(world: SimulatedWorld, userId: string, prices: SteppedPrices): void {
  const { rng, nextId, at, realm, execute } = world;
  const ownerId = `${userId}.1`;
  const level = rng.pick(FUND_LEVELS);
  const send = (type: string, data: object) =>
    execute('real', { type, data: { userId, ownerId, ...data }, actor: `user:${userId}` });
  const { date } = navDateOf(['SPY', 'BTC'], at, prices);
  const shownDate = rng.chance(0.9) ? date : rng.pick([null, '2020-01-01']);
  if (rng.chance(0.6)) {
    const move = { transferId: nextId('t'), from: 'spot', to: 'finance', currency: 'USDT', amount: '120' };
    send('TransferFunds', move);
    send('BuyFund', {
      requestId: nextId('fnd'),
      level,
      amount: rng.pick(['0', '9.99', '10', '33.33', '100', '100.001', '700', '60000']),
      agreed: rng.pick([1, 1, 1, 1, 2, null]),
      shownDate,
      policy: POLICY,
      cap: { cap: rng.chance(0.9) ? '5000' : null, policy: CAPS },
    });
  }
  const state = realm('real').state(fundKind, ownerId);
  const free = format(freeUnits(state, level));
  if (rng.chance(0.3))
    send('RedeemFund', { requestId: nextId('fnd'), level, units: rng.pick([free, '1.5', '0', free]), shownDate });
  const [pending] = state.pending.values();
  if (pending !== undefined && rng.chance(0.2))
    send('CancelFundRequest', { level: pending.level, requestId: pending.requestId });
}

/** A recurring purchase is set or ended. */
function plan({ rng, nextId, at, realm, execute }: SimulatedWorld, userId: string): void {
  const ownerId = `${userId}.1`;
  const send = (type: string, data: object) =>
    execute('real', { type, data: { userId, ownerId, ...data }, actor: `user:${userId}` });
  const [running] = realm('real').state(fundKind, ownerId).plans.values();
  if (running !== undefined && rng.chance(0.3)) return void send('EndFundPlan', { planId: running.planId });
  send('SetFundPlan', {
    planId: nextId('fpl'),
    level: rng.pick(FUND_LEVELS),
    amount: rng.pick(['9', '10', '25.5', '70000', '40000']),
    period: rng.pick(FUND_PERIODS),
    firstDate: dateAfter(dateOf(at), rng.between(0, 3)),
    agreed: rng.pick([1, 1, 1, 2, null]),
    policy: POLICY,
  });
}

/** In the end nobody keeps a unit, and no plan runs on. */
function redeemAll({ execute, nextId, realm }: SimulatedWorld, userId: string): void {
  const ownerId = `${userId}.1`;
  const state = realm('real').state(fundKind, ownerId);
  for (const planId of state.plans.keys())
    execute('real', { type: 'EndFundPlan', data: { userId, ownerId, planId }, actor: `user:${userId}` });
  for (const level of FUND_LEVELS) {
    const units = format(freeUnits(state, level));
    if (units === '0') continue;
    const data = { userId, ownerId, requestId: nextId('fnd'), level, units, shownDate: null };
    execute('real', { type: 'RedeemFund', data, actor: `user:${userId}` });
  }
}

/** Of the ledger alone: what funds say that they own they own, and units outstanding are those that people hold. */
function laws(realm: MemoryRealm): RealmLaws {
  let isTouched = false;
  const owners = new Set<string>();
  return {
    trades: 0,
    take({ type, data }) {
      if (!type.startsWith('Fund') || type.startsWith('Funds')) return;
      isTouched = true;
      const { ownerId } = data as { ownerId?: string };
      if (ownerId !== undefined) owners.add(ownerId);
    },
    check() {
      if (!isTouched) return;
      isTouched = false;
      for (const level of FUND_LEVELS) {
        const { holdings, cash, units } = realm.state(fundHouseKind, level);
        const account = accountOf(level);
        for (const [asset, quantity] of [
          ['USDT', cash] as const,
          ...holdings.map((one) => [one.asset, one.quantity] as const),
        ])
          if (realm.balance(account, asset) !== quantity)
            throw new Violation(`${account} has ${realm.balance(account, asset)} ${asset}, not ${quantity}`);
        const held = [...owners].reduce(
          (sum, owner) => sum + amount(realm.state(fundKind, owner).held[level].units),
          ZERO,
        );
        if (format(held) !== units) throw new Violation(`${units} units of ${level} are out, ${format(held)} are held`);
        const out = amount(realm.balance(HOUSE.fundUnits.account, FUND_ASSETS[level]));
        if (out !== -held) throw new Violation(`house/fund-units has ${format(out)} ${FUND_ASSETS[level]}`);
      }
    },
  };
}
