import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import {
  ACTION_CLASSES,
  type ActionChanged,
  type approveActionBody,
  type endActionBody,
  type proposeActionBody,
} from '../../../contracts/corporate-action.contract.js';
import { format } from '../../../shared/money.js';
import { Clock } from '../../core/clock.js';
import { Commands, type CommandContext, type HouseCommand, type RequestToken } from '../../core/command.js';
import { Ids } from '../../core/ids.js';
import { PolicySource } from '../../core/ports/policy-source.js';
import { isRefusal, refuse, type Refusal } from '../../core/refusal.js';
import { startOfDay } from '../../core/zone.js';
import { ProjectionRunner } from '../../engine/projections/runner.js';
import { MarketService } from '../runtime/market.service.js';
import {
  ApproveCorporateAction,
  ProposeCorporateAction,
  RejectCorporateAction,
  WithdrawCorporateAction,
  type ActionPolicy,
} from './corporate-action.commands.js';

const DAY_MS = 86_400_000;

interface Editor {
  readonly staffId: string;
  readonly requestToken?: RequestToken | undefined;
}

type Proposal = z.output<typeof proposeActionBody>;

/** What a call does around its command: the instrument's session of that day and its last price. */
@Injectable()
export class CorporateActionService {
  constructor(
    private readonly commands: Commands,
    private readonly markets: MarketService,
    private readonly policies: PolicySource<{ 'action.rules': ActionPolicy['values'] }>,
    private readonly projections: ProjectionRunner,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  async propose(by: Editor, request: Proposal): Promise<ActionChanged | Refusal> {
    const { symbol, kind, date, session = null, perShare = null, newShares = null, oldShares = null, reason } = request;
    const instrument = this.instrument(symbol);
    if (isRefusal(instrument)) return instrument;
    if (kind === 'earnings' && session === null) return refuse('action.session-missing');
    if (kind === 'dividend' && perShare === null) return refuse('action.amount-missing');
    const isSplit = kind === 'split';
    if (isSplit && (newShares === null || oldShares === null)) return refuse('action.ratio-missing');
    const day = this.sessionOf(symbol, date);
    if (day === undefined) return refuse('action.market-shut', { date });
    const isAfter = kind === 'delisting' || (kind === 'earnings' && session === 'after-close');
    const dueAt = isAfter ? day.closesAt : day.opensAt;
    const { base, quote, price, tick } = instrument;
    const terms = { symbol, base, quote, kind, date, dueAt };
    const own = {
      session: kind === 'earnings' ? session : null,
      perShare: kind === 'dividend' ? perShare : null,
      newShares: isSplit ? newShares : null,
      oldShares: isSplit ? oldShares : null,
    };
    const place = { actionId: this.ids.next('action'), staffId: by.staffId, policy: this.policy() };
    return this.send(new ProposeCorporateAction(this.context(by), { ...place, ...terms, ...own, reason, price, tick }));
  }

  async approve(
    by: Editor,
    { symbol, actionId }: z.output<typeof approveActionBody>,
  ): Promise<ActionChanged | Refusal> {
    const instrument = this.instrument(symbol);
    if (isRefusal(instrument)) return instrument;
    const data = {
      symbol,
      actionId,
      staffId: by.staffId,
      policy: this.policy(),
      price: instrument.price,
      tick: instrument.tick,
    };
    return this.send(new ApproveCorporateAction(this.context(by), data));
  }

  reject(by: Editor, { symbol, actionId, reason }: z.output<typeof endActionBody>): Promise<ActionChanged | Refusal> {
    const data = { symbol, actionId, reason, staffId: by.staffId, policy: this.policy() };
    return this.send(new RejectCorporateAction(this.context(by), data));
  }

  withdraw(by: Editor, { symbol, actionId, reason }: z.output<typeof endActionBody>): Promise<ActionChanged | Refusal> {
    const data = { symbol, actionId, reason, staffId: by.staffId, policy: this.policy() };
    return this.send(new WithdrawCorporateAction(this.context(by), data));
  }

  private instrument(symbol: string): { base: string; quote: string; price: string; tick: string } | Refusal {
    const { market } = this.markets.open;
    if (!market.has(symbol)) return refuse('market.symbol-unknown', { field: 'symbol', symbol });
    const { base, quote, class: kind, tickSize: tick } = market.spec(symbol);
    const { delistedAt } = market.spec(symbol);
    if (delistedAt !== undefined) return refuse('market.delisted', { symbol, delistedAt });
    const isOwned = ACTION_CLASSES.some((each) => each === kind);
    const price = market.priceUsdt(base, this.clock.now());
    if (!isOwned || price === null || market.isReplayed(symbol)) return refuse('action.not-for-class', { symbol });
    return { base, quote, price: format(price), tick };
  }

  /** When the market opens first and closes last on that day of its own calendar; `undefined` where it stays shut. */
  private sessionOf(symbol: string, date: string): { opensAt: number; closesAt: number } | undefined {
    const { market } = this.markets.open;
    const day = Date.parse(`${date}T00:00:00Z`) / DAY_MS;
    const zone = market.calendar(symbol)?.timeZone;
    if (zone === undefined || !Number.isInteger(day) || new Date(day * DAY_MS).toISOString().slice(0, 10) !== date)
      return;
    const [from, to] = [startOfDay(zone, day), startOfDay(zone, day + 1)];
    let opensAt: number | undefined;
    let closesAt = from;
    for (let at = from; at < to; at = closesAt) {
      const { open, nextChangeAt } = market.calendarHours(symbol, at);
      const opens = open ? at : nextChangeAt;
      if (opens === undefined || opens >= to) break;
      opensAt ??= opens;
      closesAt = market.calendarHours(symbol, opens).nextChangeAt ?? to;
    }
    return opensAt === undefined ? undefined : { opensAt, closesAt };
  }

  private policy(): ActionPolicy {
    const { name, version, values } = this.policies.inForce('action.rules');
    return { name, version, values };
  }

  private context({ staffId, requestToken }: Editor): CommandContext {
    return { realm: 'house', at: this.clock.now(), actor: `staff:${staffId}`, requestToken };
  }

  /** Answers once the lists show it. */
  private async send(command: HouseCommand<unknown, ActionChanged>): Promise<ActionChanged | Refusal> {
    const result = await this.commands.execute(command);
    if (!result.ok) return result.refusal;
    await this.projections.waitFor('corporate-actions', 'house', result.position);
    return result.answer;
  }
}
