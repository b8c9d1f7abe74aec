import type { AccountGate } from '../../core/ports/account-gate.js';
import { handle, type AnyCommandHandler } from '../../core/command.js';
import { isRefusal } from '../../core/refusal.js';
import { dueAfter } from '../../core/timetable.js';
import { AssessRisk, ExpireRisk } from './risk.commands.js';
import { decideAssess, decideExpire, riskKind, riskTimetable } from './risk.decider.js';

export function riskHandlers(gate: AccountGate): AnyCommandHandler[] {
  return [
    handle(AssessRisk, {
      realms: ['real'],
      scope: ({ userId }) => ({ streams: [[riskKind, userId], gate.stream(userId)] }),
      decide: (view, command, meta) => {
        const blocked = gate.refusal(view, command.userId, `${command.userId}.1`, meta.at);
        if (blocked !== undefined) return blocked;
        const events = decideAssess(view.state(riskKind, command.userId), command, meta);
        if (isRefusal(events)) return events;
        const due = dueAfter(riskTimetable, events, meta.at);
        return { events, due, answer: { assessmentId: command.assessmentId } };
      },
    }),
    handle(ExpireRisk, {
      realms: ['real'],
      scope: ({ userId }) => ({ streams: [[riskKind, userId]] }),
      decide: (view, command, meta) => ({
        events: decideExpire(view.state(riskKind, command.userId), command, meta),
        answer: null,
      }),
    }),
  ];
}
