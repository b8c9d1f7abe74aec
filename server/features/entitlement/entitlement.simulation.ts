import { amount, format, times } from '../../../shared/money.js';
import { Violation } from '../../core/violation.js';
import { actionKind, type Action } from '../../market/corporate-action/corporate-action.decider.js';
import type { CorporateActionEffective } from '../../market/corporate-action/corporate-action.events.js';
import { HOUR_MS, type SimulatedWorld, type Simulation, type TradedRealmName } from '../simulation.js';
import type { DividendPaid, HoldingCashedOut, HoldingSplit } from './entitlement.events.js';

const SHARE = { symbol: 'AAPLUSDT', base: 'AAPL', quote: 'USDT' };
const [TICK, LOT] = ['0.01', '0.001'];
const ACTOR = 'system:corporate-actions';
const STAFF = ['ann', 'bob', 'cid'] as const;
const POLICY = {
  name: 'action.rules',
  version: 1,
  values: {
    noticeDays: 0,
    aheadDaysMax: 365,
    reasonLengthMin: 10,
    dividendShareMax: '0.25',
    splitRatioMax: 100,
    splitTicksMin: 100,
  },
};
const REASON = 'As the board decided';

/** Staff propose and approve dividends, splits and delistings of a share while people trade it; whoever carries them out may die between two holders. */
export const simulation = (world: SimulatedWorld): Simulation => ({
  laws: () => {
    const done = new Set<string>();
    return {
      trades: 0,
      take({ type, data }) {
        if (type === 'CorporateActionEffective') revise(world, data as CorporateActionEffective);
        if (type === 'CorporateActionSettled') world.revise({ symbol: SHARE.symbol, revised: null });
        if (!['DividendPaid', 'HoldingSplit', 'HoldingCashedOut'].includes(type)) return;
        const { actionId, ownerId } = data as DividendPaid | HoldingCashedOut;
        const key = `${actionId} ${ownerId}`;
        if (done.has(key)) throw new Violation(`done twice: ${key}`);
        done.add(key);
        if (type === 'HoldingSplit') isWhole(data as HoldingSplit);
      },
      check() {},
    };
  },
  begins: () => {
    const specs = [{ ...SHARE, name: 'Apple', tickSize: TICK, lotSize: LOT }];
    world.execute('house', { type: 'ListInstruments', data: { specs }, actor: 'system:seeds' });
  },
  outside: [{ share: 2, act: () => staff(world) }],
  works: (crashes) => {
    for (const [actionId, { status, terms }] of actionsOf(world))
      if (status === 'effective') carryOut(world, actionId, terms.kind, crashes);
  },
});

function revise(world: SimulatedWorld, { symbol, kind, factor, version }: CorporateActionEffective): void {
  world.revise({ symbol, revised: { version, factor, ends: kind === 'delisting' } });
}

const actionsOf = ({ realm }: SimulatedWorld): [string, Action][] => [
  ...realm('house').state(actionKind, SHARE.symbol),
];

/** One proposes, or decides what another proposed; some of it has to be refused. */
function staff(world: SimulatedWorld): void {
  const { rng, at, nextId, execute } = world;
  const staffId = rng.pick(STAFF);
  const send = (type: string, data: object): void =>
    void execute('house', {
      type,
      data: { symbol: SHARE.symbol, staffId, policy: POLICY, ...data },
      actor: `staff:${staffId}`,
    });
  const open = actionsOf(world).filter(([, { status }]) => status === 'proposed' || status === 'announced');
  if (open.length > 0 && rng.chance(0.7)) {
    const [actionId] = rng.pick(open);
    if (rng.chance(0.8)) return send('ApproveCorporateAction', { actionId, price: '80', tick: TICK });
    const type = rng.pick(['RejectCorporateAction', 'WithdrawCorporateAction'] as const);
    return send(type, { actionId, reason: REASON });
  }
  const kind = rng.chance(0.03) ? 'delisting' : rng.pick(['dividend', 'split', 'split', 'earnings'] as const);
  const dueAt = at + rng.between(1, 48) * HOUR_MS;
  const [newShares, oldShares] =
    kind === 'split'
      ? rng.pick([
          [2, 1],
          [3, 2],
          [1, 2],
          [2, 3],
        ] as const)
      : [null, null];
  send('ProposeCorporateAction', {
    ...SHARE,
    actionId: nextId('action'),
    kind,
    date: new Date(dueAt).toISOString().slice(0, 10),
    dueAt,
    session: kind === 'earnings' ? 'before-open' : null,
    perShare: kind === 'dividend' ? rng.pick(['0.01', '1.5', '0.000000001']) : null,
    newShares,
    oldShares,
    reason: REASON,
    price: '80',
    tick: TICK,
  });
}

/** As the runner does it: every step again after a crash, and settled when all have theirs. */
function carryOut(world: SimulatedWorld, actionId: string, kind: string, crashes: boolean): void {
  const { rng, realm, execute } = world;
  const effective = realm('house').events.find(
    ({ type, data }) => type === 'CorporateActionEffective' && (data as CorporateActionEffective).actionId === actionId,
  )?.data as CorporateActionEffective;
  let holders = 0;
  for (const name of ['demo', 'real'] as const) {
    const { newShares, oldShares, openPrice, perShare, version } = effective;
    const split = { ...SHARE, actionId, newShares, oldShares, openPrice, lotSize: LOT, version };
    const owners = ownersIn(world, name);
    if (kind === 'split' && !isDone(world, name, 'SplitBook', split)) return;
    if (kind !== 'split') world.cancelAll(name, SHARE.symbol, kind === 'delisting' ? 'delisted' : 'corporate-action');
    for (const owner of owners) {
      if (crashes && rng.chance(0.1)) return;
      const of = { ...owner, actionId, ...SHARE };
      const [type, data] =
        kind === 'split'
          ? ['SplitHolding', { ...split, ...owner }]
          : kind === 'delisting'
            ? ['CashOutHolding', { ...of, price: openPrice }]
            : ['PayDividend', { ...of, perShare }];
      if (!isDone(world, name, type, data)) return;
      holders += 1;
    }
  }
  execute('house', {
    type: 'SettleCorporateAction',
    data: { symbol: SHARE.symbol, actionId, holders, paid: '0' },
    actor: ACTOR,
  });
}

/** What an action does to a holder may wait for shares that are on hold, and may not be refused: it would never end. */
function isDone({ execute }: SimulatedWorld, realm: TradedRealmName, type: string, data: object): boolean {
  const result = execute(realm, { type, data, actor: ACTOR });
  if (result.ok) return true;
  if (result.refusal.refusal === 'request.unavailable') return false;
  throw new Violation(`${type} of ${JSON.stringify(data)} was refused: ${JSON.stringify(result.refusal)}`);
}

/** Everybody who ever had anything. */
function ownersIn({ realm }: SimulatedWorld, name: TradedRealmName): { userId: string; ownerId: string }[] {
  const accounts = [...realm(name).allBalances()].map(([key]) => key.split('/'));
  const ids = new Set(accounts.filter(([kind]) => kind === 'user').map(([, ownerId = '']) => ownerId));
  return [...ids].sort().map((ownerId) => ({ ownerId, userId: ownerId.slice(0, ownerId.lastIndexOf('.')) }));
}

/** Shares and what fractions are paid in are together what the old shares make, and no lot is lost. */
function isWhole({ ownerId, before, after, fraction, price, amount: paid, newShares, oldShares }: HoldingSplit): void {
  const exact = (amount(before) * BigInt(newShares)) / BigInt(oldShares);
  const got = amount(after) + amount(fraction);
  if (exact - got > 12n || got > exact || amount(paid) > times(amount(fraction), amount(price), 'down'))
    throw new Violation(`${ownerId}: ${before} shares became ${after} and ${fraction}, not ${format(exact)}`);
}
