import type { AccountGate } from '../../core/account-gate.js';
import type { CommandHandler, StreamKind } from '../../core/decider.js';
import { isRefusal } from '../../core/refusal.js';
import type { AssessRisk, ExpireRisk } from './risk.commands.js';
import { decideAssess, decideExpire, riskKind } from './risk.decider.js';

export interface RiskAnswer {
  readonly assessmentId: string;
}

const known = riskKind as StreamKind<unknown>;

export function riskHandlers(gate: AccountGate): CommandHandler<never, unknown>[] {
  const assess: CommandHandler<AssessRisk, RiskAnswer> = {
    type: 'AssessRisk',
    realms: ['real'],
    touches: ({ userId }) => ({ streams: [[known, userId], gate.stream(userId)] }),
    decide: (view, wish, meta) => {
      const blocked = gate.refusal(view, wish.userId, `${wish.userId}.1`, meta.at);
      if (blocked !== undefined) return blocked;
      const events = decideAssess(view.state(riskKind, wish.userId), wish, meta);
      return isRefusal(events) ? events : { events, answer: { assessmentId: wish.assessmentId } };
    },
  };
  const expire: CommandHandler<ExpireRisk, null> = {
    type: 'ExpireRisk',
    realms: ['real'],
    touches: ({ userId }) => ({ streams: [[known, userId]] }),
    decide: (view, wish, meta) => ({
      events: decideExpire(view.state(riskKind, wish.userId), wish, meta),
      answer: null,
    }),
  };
  return [assess, expire] as unknown as CommandHandler<never, unknown>[];
}
