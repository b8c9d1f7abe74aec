import type { Amount } from '../../../../shared/money.js';
import type { CommandResult, StreamKind } from '../../../core/decider.js';
import type { Commands, HouseCommand } from '../../../core/command.js';
import { OpenPrincipal } from '../../../core/ports/open-principal.js';
import type { ContractFacts, DueFunding } from '../../../core/ports/contract-facts.js';
import { refuse } from '../../../core/refusal.js';
import { decider, funds, openGate, type AnyCommand } from '../../../engine/writer/decider.testkit.js';
import { contractActionHandlers } from '../contract-action.handler.js';
import { contractEndHandlers } from './contract-end.handler.js';
import { contractHandlers } from '../contract.handler.js';
import { contractKind } from '../contract.product.js';
import { order, ownerOf, people, PerpetualMarket, SYMBOL, TERMS } from '../contract.testkit.js';
import { fundingHandlers } from '../funding/funding.handler.js';

/** What specs let the market know of contracts. */
export class KnownContracts implements ContractFacts {
  readonly fundings: DueFunding[] = [];
  settlement: Amount | null = null;
  mark: Amount | null = null;
  areKnown = true;

  fundingDue(_: string, symbol: string, { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number }) {
    return symbol === SYMBOL ? this.fundings.filter(({ at }) => at > fromMs && at <= toMs) : [];
  }
  settlementOf() {
    return this.settlement;
  }
  settlementWindow() {
    return { averagesFrom: 0, settlesAt: 1_800_000, seconds: 1_800 };
  }
  epochAt() {
    return 0;
  }
  averageBefore() {
    return this.settlement;
  }
  openInterestCap() {
    return null;
  }
  on() {
    return [SYMBOL];
  }
  classOf() {
    return 'crypto';
  }
  arePricesKnown() {
    return this.areKnown;
  }
  prices() {
    return this.mark === null ? null : { mark: this.mark, index: this.mark };
  }
  gapWindow() {
    return null;
  }
}

interface Known {
  readonly facts?: KnownContracts;
  readonly market?: PerpetualMarket;
  readonly symbol?: string;
  readonly persons?: readonly string[];
}

/** A contract whose fundings and settlement a spec says; each person has 1,000 USDT in its space. */
export function contractWorld({
  facts = new KnownContracts(),
  market = new PerpetualMarket(),
  symbol = SYMBOL,
  persons = people,
}: Known = {}) {
  const { given } = decider({
    realm: 'demo',
    kind: contractKind,
    id: symbol,
    handlers: [
      ...contractHandlers({ market, gate: openGate, principal: new OpenPrincipal([]) }),
      ...fundingHandlers(facts),
      ...contractEndHandlers(facts),
      ...contractActionHandlers(),
    ],
  });
  const space = contractKind.product.space(symbol);
  return given(...persons.map((person) => funds(ownerOf(person), 'USDT', '1000', space)));
}
export type ContractWorld = ReturnType<typeof contractWorld>;

/** An order in the book of another contract. */
export function orderIn(symbol: string, ...asked: Parameters<typeof order>): AnyCommand {
  const { type, data } = order(...asked);
  return { type, data: { ...data, symbol, spec: { ...TERMS.spec, symbol } } };
}

/** A server of the realm, which may be killed before any of its commands is carried out, or right after it. */
export class MortalServer implements Commands {
  /** Commands that it still lives for. */
  livesFor = Infinity;
  sent: string[] = [];
  /** As while the writer is away. */
  refuses = false;

  constructor(private readonly realm: ContractWorld['realm']) {}

  execute<Answer>({ type, data, at }: HouseCommand<unknown, Answer>): Promise<CommandResult<Answer>> {
    if ((this.livesFor -= 1) < 0) return Promise.reject(new Error('killed'));
    this.sent.push(type);
    if (this.refuses) return Promise.resolve({ ok: false, refusal: refuse('request.unavailable'), repeated: false });
    return Promise.resolve(this.realm.execute<Answer>({ type, data, at, actor: 'test' }));
  }

  prepare(): never {
    throw new Error('no step is prepared');
  }

  /** What is loaded; `lost` is as after a restart. */
  peek<State>(_: string, kind: StreamKind<State>, id: string): State | undefined {
    return this.lost.has(kind.name) ? undefined : this.realm.state(kind, id);
  }
  readonly lost = new Set<string>();

  read<State>(_: string, kind: StreamKind<State>, id: string): Promise<State> {
    return Promise.resolve(this.realm.state(kind, id));
  }
}
