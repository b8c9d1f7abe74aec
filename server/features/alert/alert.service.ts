import { Injectable } from '@nestjs/common';
import type { changeAlert, getAlertLimits, pauseAlert, removeAlert, setAlert } from '../../../contracts/alert.calls.js';
import type { AlertLimitsView, AlertSetView } from '../../../contracts/alert.contract.js';
import { format, fromSteps } from '../../../shared/money.js';
import { Clock, type Instant } from '../../core/clock.js';
import { Commands, type CommandClass, type CommandContext } from '../../core/command.js';
import { Ids } from '../../core/ids.js';
import type { Sealed } from '../../core/person.js';
import { Logins } from '../../core/ports/logins.js';
import { PolicySource } from '../../core/ports/policy-source.js';
import { Vault } from '../../core/ports/vault.js';
import { WatchedPrices } from '../../core/ports/watched-prices.js';
import { isRefusal, refuse, type Refusal } from '../../core/refusal.js';
import type { CallContext } from '../../edge/http/call.js';
import { Writers } from '../../engine/writer/writers.js';
import { ChangeAlert, PauseAlert, RemoveAlert, SetAlert, type AlertRules } from './alert.commands.js';
import { alertKind, type OpenAlert } from './alert.decider.js';
import { dayBeforeTicks } from './alert.watch.js';
import type { AlertMarket } from './alert.rules.js';

type TermsCall = CallContext<typeof setAlert> | CallContext<typeof changeAlert>;
type Caller = Pick<TermsCall, 'session' | 'requestToken'>;

/** What a call does around its command: the market's price of the instant, and what is personal under its key. */
@Injectable()
export class AlertService {
  constructor(
    private readonly commands: Commands,
    private readonly writers: Writers,
    private readonly prices: WatchedPrices,
    private readonly policies: PolicySource<{ 'alert.rules': AlertRules }>,
    private readonly logins: Logins,
    private readonly vault: Vault,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  async limits({ session }: CallContext<typeof getAlertLimits>): Promise<AlertLimitsView> {
    const { name: policy, version, values } = this.policies.inForce('alert.rules');
    const { activeMax, endDaysMax, pauseMinutesMin, percentMin, percentMax, emailsPerDayMax } = values;
    const open = (await this.state(session)).alerts.size;
    const limits = { activeMax, endDaysMax, pauseMinutesMin, percentMin, percentMax, emailsPerDayMax };
    return { open, ...limits, policy, version };
  }

  set(call: CallContext<typeof setAlert>): Promise<AlertSetView | Refusal> {
    const alertId = this.ids.next('alert');
    return this.send(SetAlert, call, { alertId, symbol: call.input.symbol });
  }

  async change(call: CallContext<typeof changeAlert>): Promise<AlertSetView | Refusal> {
    const { alertId } = call.input;
    const alert = await this.own(call.session, alertId);
    return alert === undefined ? refuse('alert.not-found') : this.send(ChangeAlert, call, alert);
  }

  async pause(call: CallContext<typeof pauseAlert>): Promise<null | Refusal> {
    const { alertId, paused } = call.input;
    const { userId, ownerId } = call.session;
    const data = { userId, ownerId, alertId, paused };
    const done = await this.commands.execute(new PauseAlert(this.context(call), data));
    return done.ok ? null : done.refusal;
  }

  async remove(call: CallContext<typeof removeAlert>): Promise<null | Refusal> {
    const data = { userId: call.session.userId, alertId: call.input.alertId };
    const done = await this.commands.execute(new RemoveAlert(this.context(call), data));
    return done.ok ? null : done.refusal;
  }

  private async send(
    command: CommandClass<SetAlert['data'], Omit<AlertSetView, 'position'>>,
    call: TermsCall,
    { alertId, symbol }: Pick<OpenAlert, 'alertId' | 'symbol'>,
  ): Promise<AlertSetView | Refusal> {
    const context = this.context(call);
    const { userId, ownerId } = call.session;
    const done = await this.commands.prepare(context, async () => {
      const market = this.market(call.session, symbol, context.at);
      if (isRefusal(market)) return market;
      const terms = await this.terms(call);
      if (isRefusal(terms)) return terms;
      const policy = this.policies.inForce('alert.rules');
      return new command(context, { userId, ownerId, alertId, market, terms, policy });
    });
    return done.ok ? { ...done.answer, position: done.position } : done.refusal;
  }

  /** A demo account has neither an address nor a key of its own, so it has no letters and no notes. */
  private async terms({ session, input }: TermsCall): Promise<SetAlert['data']['terms'] | Refusal> {
    const { kind, level, repeat, pauseMinutes, endsAt, email = false, note = '' } = input;
    const { realm, userId } = session;
    if (realm !== 'real' && email) return refuse('alert.real-only', { field: 'email' });
    if (realm !== 'real' && note !== '') return refuse('alert.real-only', { field: 'note' });
    if (email && (await this.logins.contacts(userId)).email === null) return refuse('alert.email-missing');
    const sealedNote: Sealed | null = note === '' ? null : await this.vault.seal(userId, 'alert.note', note);
    return { kind, level, repeat, pauseMinutes: pauseMinutes ?? 0, endsAt, email, sealedNote };
  }

  private market({ realm }: TermsCall['session'], symbol: string, at: Instant): AlertMarket | Refusal {
    const { prices } = this;
    const instrument = prices.instrument(symbol, at);
    if (instrument === undefined) return refuse('market.symbol-unknown', { field: 'symbol', symbol });
    if (instrument.state === 'gone') return refuse('alert.delisted', { symbol });
    if (instrument.state === 'coming') return refuse('alert.not-listed-yet', { symbol });
    const { tick } = instrument;
    const before = dayBeforeTicks((span) => prices.candles(realm, symbol, span), at);
    const dayBefore = before === undefined ? null : format(fromSteps(before, tick));
    const last = format(fromSteps(prices.ticks(realm, symbol, at), tick));
    return { symbol, last, dayBefore, tick: format(tick) };
  }

  private async own(session: TermsCall['session'], alertId: string): Promise<OpenAlert | undefined> {
    return (await this.state(session)).alerts.get(alertId);
  }

  private state({ realm, userId }: TermsCall['session']) {
    return this.writers.read(realm, alertKind, userId);
  }

  private context({ session, requestToken }: Caller): CommandContext {
    const { realm, userId } = session;
    return { realm, at: this.clock.now(), actor: `user:${userId}`, requestToken };
  }
}
