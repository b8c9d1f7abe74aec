import type { AnyCommandHandler } from './core/command.js';
import type { NamedPart } from './core/owned.js';
import { OpenDebts } from './core/ports/open-debts.js';
import { OpenPrincipal } from './core/ports/open-principal.js';
import type { OutsideBooks } from './core/ports/outside-books.js';
import type { Timetable } from './core/timetable.js';
import type { Projection } from './engine/projections/projection.js';
import { historyProjection } from './engine/projections/history.projection.js';
import type { Feature, StreamDeclaration } from './engine/feature.js';
import type { Reaction } from './engine/reactions/reaction.js';
import type { SimulatedWorld, Simulation } from './features/simulation.js';
import { accountFeature } from './features/account/account.feature.js';
import { alertFeature } from './features/alert/alert.feature.js';
import { assetFeature } from './features/asset/asset.feature.js';
import { c2cFeature } from './features/c2c/c2c.feature.js';
import { contentFeature } from './features/content/content.feature.js';
import { contractFeature } from './features/contract/contract.feature.js';
import { conversionFeature } from './features/conversion/conversion.feature.js';
import { creditFeature } from './features/credit/credit.feature.js';
import { subscriptionFeature } from './features/subscription/subscription.feature.js';
import { rewardFeature } from './features/reward/reward.feature.js';
import { custodyFeature } from './features/custody/custody.feature.js';
import { entitlementFeature } from './features/entitlement/entitlement.feature.js';
import { fundFeature } from './features/fund/fund.feature.js';
import { depositFeature } from './features/deposit/deposit.feature.js';
import { identityFeature } from './features/identity/identity.feature.js';
import { invitationFeature } from './features/invitation/invitation.feature.js';
import { liabilityFeature } from './features/liability/liability.feature.js';
import { loanFeature } from './features/loan/loan.feature.js';
import { messageFeature } from './features/message/message.feature.js';
import { optionFeature } from './features/option/option.feature.js';
import { payeeFeature } from './features/payee/payee.feature.js';
import { policyFeature } from './features/policy/policy.feature.js';
import { reconciliationFeature } from './features/reconciliation/reconciliation.feature.js';
import { riskFeature } from './features/risk/risk.feature.js';
import { securityFeature } from './features/security/security.feature.js';
import { spotFeature } from './features/spot/spot.feature.js';
import { staffFeature } from './features/staff-account/staff-account.feature.js';
import { transferFeature } from './features/transfer/transfer.feature.js';
import { walletFeature } from './features/wallet/wallet.feature.js';
import { supportFeature } from './features/support/support.feature.js';
import { watchlistFeature } from './features/watchlist/watchlist.feature.js';
import { withdrawalFeature } from './features/withdrawal/withdrawal.feature.js';
import { contractHaltFeature } from './market/contract-halt/contract-halt.feature.js';
import { corporateActionFeature } from './market/corporate-action/corporate-action.feature.js';
import { instrumentFeature } from './market/instrument/instrument.feature.js';
import { marketEpochFeature } from './market/market-epoch/market-epoch.feature.js';
import { reviewFeature } from './review/review.feature.js';
import { orderFeature } from './trading/orders/order.feature.js';
import { isBookKind, type BookKind } from './trading/venue/book.state.js';

const historyFeature = { name: 'history', projections: [historyProjection] } satisfies Feature;

const nouns = [
  accountFeature,
  alertFeature,
  assetFeature,
  c2cFeature,
  contentFeature,
  contractFeature,
  contractHaltFeature,
  conversionFeature,
  corporateActionFeature,
  creditFeature,
  custodyFeature,
  fundFeature,
  rewardFeature,
  subscriptionFeature,
  depositFeature,
  entitlementFeature,
  historyFeature,
  identityFeature,
  instrumentFeature,
  invitationFeature,
  liabilityFeature,
  loanFeature,
  marketEpochFeature,
  messageFeature,
  optionFeature,
  payeeFeature,
  policyFeature,
  reconciliationFeature,
  reviewFeature,
  riskFeature,
  securityFeature,
  spotFeature,
  staffFeature,
  transferFeature,
  walletFeature,
  supportFeature,
  watchlistFeature,
  withdrawalFeature,
] as const satisfies readonly Feature[];

/** The books of every product. */
export const bookKinds: readonly BookKind[] = (nouns as readonly Feature[])
  .flatMap(({ streams = [] }) => streams.map(({ kind }) => kind))
  .filter(isBookKind);

/** Every noun there is. Audit, replay, rebuild, console, pushed changes and the writer read this list. */
export const features = [...nouns, orderFeature(bookKinds)] as const;

/** The same, each with all that a noun may declare. */
export const declared: readonly Feature[] = features;

/** Every read model there is, in the order of their names. */
export const allProjections: readonly Projection[] = declared
  .flatMap(({ projections = [] }) => projections)
  .sort((one, other) => (one.name < other.name ? -1 : 1));

/** What every noun's events make due later. */
export const timetable: Timetable = Object.assign({}, ...declared.map((feature) => feature.timetable)) as Timetable;

/** What nouns say of money that moves outside. */
export const outsideBooks: OutsideBooks = {
  moves: declared.flatMap(({ outside }) => outside?.moves ?? []),
  credits: declared.flatMap(({ outside }) => outside?.credits ?? []),
  payees: declared.flatMap(({ outside }) => outside?.payee ?? []),
  claims: Object.assign({}, ...declared.map(({ outside }) => outside?.claims)) as OutsideBooks['claims'],
  arrived: declared.flatMap(({ outside }) => outside?.arrived ?? []),
};

/** What nouns tell people, which the reactions of messages send. */
export const notificationPorts = {
  notifications: declared.flatMap(({ notifications = [] }) => notifications),
};

/** What the cap of the risk class limits, of all products together. */
export const openPrincipal = new OpenPrincipal(declared.flatMap(({ principal }) => principal ?? []));

/** What an account owes, of all products together. */
export const openDebts = new OpenDebts(declared.flatMap(({ debts }) => debts ?? []));

/** Every kind of stream there is. */
export const streamDeclarations: readonly StreamDeclaration[] = declared.flatMap(({ streams = [] }) => streams);

/** The book that a stream is of. `undefined`: it is of none. */
export function bookOf(stream: string): { readonly kind: BookKind; readonly symbol: string } | undefined {
  const kind = bookKinds.find(({ name }) => stream.startsWith(`${name}-`));
  return kind && { kind, symbol: stream.slice(kind.name.length + 1) };
}

const streamsByName = new Map(streamDeclarations.map((declaration) => [declaration.kind.name, declaration]));

/** Streams are named `<kind>-<id>`. `undefined`: no kind has that name. */
export function declarationOf(stream: string): (StreamDeclaration & { readonly id: string }) | undefined {
  const dash = stream.indexOf('-');
  const declaration = streamsByName.get(stream.slice(0, Math.max(dash, 0)));
  return declaration && { ...declaration, id: stream.slice(dash + 1) };
}

type Noun = (typeof features)[number];
type Counted = Extract<Noun, { counts: unknown }>['counts'];
type KeyOf<Union> = Union extends unknown ? keyof Union : never;
/** What nouns count. */
export type Count = KeyOf<Counted>;

const counts: ReadonlyMap<string, string> = new Map(declared.flatMap((one) => Object.entries(one.counts ?? {})));

/** The statement that counts it as `n`. */
export function countOf(what: Count): string {
  const sql = counts.get(what);
  if (sql === undefined) throw new Error(`no noun counts ${what}`);
  return sql;
}

type WithHandlers = Extract<Noun, { handlers: unknown }>;
type WithOwned = Extract<Noun, { owned: unknown }>;
type WithReactions = Extract<Noun, { reactions: unknown }>;
type Every<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;
/** What nouns offer to the decisions and reactions of others. */
export type Ports = Every<
  Exclude<
    | Parameters<WithHandlers['handlers']>[0]
    | Parameters<WithReactions['reactions']>[0]
    | Parameters<WithOwned['owned']>[0],
    undefined
  >
>;

/** The handlers of all commands there are. */
export function handlersOf(ports: Ports): AnyCommandHandler[] {
  return features.flatMap((feature) => ('handlers' in feature ? feature.handlers(ports) : []));
}

/** Every reaction there is. */
export function reactionsOf(ports: Ports): Reaction[] {
  return features.flatMap((feature) => ('reactions' in feature ? feature.reactions(ports) : []));
}

/** What every product says of an account's part in it. */
export function ownedOf(ports: Ports): NamedPart[] {
  return features.flatMap((feature) => ('owned' in feature ? [{ ...feature.owned(ports), name: feature.name }] : []));
}

/** The modules of all nouns. */
export async function modules() {
  return Promise.all(declared.flatMap(({ module }) => module?.() ?? []));
}

/** What every noun brings to a simulation. */
export async function simulations(): Promise<((world: SimulatedWorld) => Simulation)[]> {
  const brought = features.flatMap((feature) => ('simulation' in feature ? [feature.simulation()] : []));
  return (await Promise.all(brought)).map(({ simulation }) => simulation);
}
