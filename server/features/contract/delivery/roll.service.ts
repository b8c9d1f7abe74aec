import { Injectable } from '@nestjs/common';
import type { previewRoll, rollPosition } from '../../../../contracts/contract.roll.calls.js';
import type { RollPreview } from '../../../../contracts/contract.roll.contract.js';
import type { OrderAnswer } from '../../../../contracts/order.contract.js';
import { contractNamed } from '../../../../shared/contract-symbol.js';
import { Clock } from '../../../core/clock.js';
import { Ids } from '../../../core/ids.js';
import { AccountGate } from '../../../core/ports/account-gate.js';
import { ContractFacts } from '../../../core/ports/contract-facts.js';
import { OpenPrincipal } from '../../../core/ports/open-principal.js';
import { isRefusal, refuse, type Refusal } from '../../../core/refusal.js';
import type { CallContext } from '../../../edge/http/call.js';
import { Messages } from '../../../edge/http/messages.js';
import { Writers } from '../../../engine/writer/writers.js';
import { BookMarket } from '../../../market/book-market.js';
import { chosenLeverage } from '../contract.rules.js';
import { ContractService } from '../contract.service.js';
import { ContractTermsSource } from '../contract.terms.js';
import { contractOf, positionKind } from '../position/position.state.js';
import { RollPosition } from './roll.commands.js';
import { rollFigures } from './roll.decider.js';
import { rollMarket, rollScope } from './roll.handler.js';

type Call = CallContext<typeof rollPosition>;

/** Moves positions to the next delivery contract. */
@Injectable()
export class RollService {
  constructor(
    private readonly contracts: ContractService,
    private readonly terms: ContractTermsSource,
    private readonly facts: ContractFacts,
    private readonly market: BookMarket,
    private readonly gate: AccountGate,
    private readonly principal: OpenPrincipal,
    private readonly writers: Writers,
    private readonly texts: Messages,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /** The beats of both books that are due come first. */
  async roll(call: Call): Promise<OrderAnswer | Refusal> {
    const { orders } = this.contracts;
    const shut = await orders.shut(call);
    if (shut !== undefined) return shut;
    const data = await this.dataOf(call);
    if (isRefusal(data)) return data;
    const order = { symbol: data.from.symbol, alsoIn: data.to.symbol };
    return orders.send(call, order, (context) => new RollPosition(context, data));
  }

  /** What it would do now, and what stands against it. Decides on the live books without keeping anything. */
  async preview(call: CallContext<typeof previewRoll>): Promise<RollPreview | Refusal> {
    const data = await this.dataOf(call);
    if (isRefusal(data)) return data;
    const shut = await this.contracts.orders.shut(call);
    const ports = { market: this.market, gate: this.gate, principal: this.principal };
    return this.writers.look(call.session.realm, rollScope(ports, data), (view) => {
      const at = this.clock.now();
      const { userId, ownerId, from, to } = data;
      const barred = this.gate.refusal(view, userId, ownerId, at);
      const figures = rollFigures(
        view,
        data,
        rollMarket(ports, data, at, (owner) => owner === ownerId),
      );
      const problems = [barred, shut, isRefusal(figures) ? figures : undefined]
        .filter((problem) => problem !== undefined)
        .map((problem) => this.texts.problem(call.lang, problem));
      const { leverage } = contractOf(view.state(positionKind, ownerId), from.symbol);
      return {
        problems,
        to: to.symbol,
        deliversAt: contractNamed(to.symbol)?.deliversAt ?? at,
        leverage: chosenLeverage(leverage, from.margin),
        figures: isRefusal(figures) ? null : figures,
      };
    });
  }

  private async dataOf({ session, input }: Pick<Call, 'session' | 'input'>) {
    const to = this.next(input.symbol);
    if (isRefusal(to)) return to;
    const from = await this.leg(session, input.symbol);
    if (isRefusal(from)) return from;
    const next = await this.leg(session, to);
    if (isRefusal(next)) return next;
    const { userId, ownerId } = session;
    return { userId, ownerId, side: input.side, from, to: next };
  }

  private async leg(session: Call['session'], symbol: string) {
    const terms = await this.terms.ofOrder(session, symbol);
    return isRefusal(terms) ? terms : { ...terms, symbol, orderId: this.ids.next('o') };
  }

  /** The contract on the same underlying that delivers next after this one. */
  private next(symbol: string): string | Refusal {
    const listed = this.terms.listed(symbol);
    if (isRefusal(listed)) return listed;
    const { underlying, deliversAt } = contractNamed(symbol) ?? { underlying: symbol, deliversAt: null };
    if (deliversAt === null) return refuse('contract.roll-perpetual', { field: 'symbol', symbol });
    const later = this.facts.on(underlying, this.clock.now()).flatMap((each) => {
      const delivery = contractNamed(each)?.deliversAt ?? null;
      return delivery !== null && delivery > deliversAt ? [{ symbol: each, delivery }] : [];
    });
    const [next] = later.sort((one, other) => one.delivery - other.delivery);
    return next?.symbol ?? refuse('contract.no-later-contract', { field: 'symbol', underlying });
  }
}
