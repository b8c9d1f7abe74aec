import { format } from '../../../shared/money.js';
import { handle, type AnyCommandHandler, type CommandClass } from '../../core/command.js';
import type { ContractFacts } from '../../core/ports/contract-facts.js';
import { isRefusal } from '../../core/refusal.js';
import { ApproveHalt, ProposeHalt, RejectHalt, WithdrawHalt, type HaltCommand } from './contract-halt.commands.js';
import { decideHalt, haltKind } from './contract-halt.decider.js';

export function haltHandlers(facts: Pick<ContractFacts, 'averageBefore'>): AnyCommandHandler[] {
  const changing = <Data extends HaltCommand['data'], Answer>(command: CommandClass<Data, Answer>) =>
    handle(command, {
      realms: ['house'],
      scope: ({ symbol }) => ({ streams: [[haltKind, symbol]] }),
      decide: (view, data) => {
        const { symbol, proposalId } = data;
        const averageBefore = (at: number): string | undefined => {
          const average = facts.averageBefore(symbol, at);
          return average === null ? undefined : format(average);
        };
        const request = { type: command.type, data } as HaltCommand;
        const events = decideHalt(view.state(haltKind, symbol), request, averageBefore);
        return isRefusal(events) ? events : { events, answer: { symbol, proposalId } as Answer };
      },
    });
  return [changing(ProposeHalt), changing(ApproveHalt), changing(RejectHalt), changing(WithdrawHalt)];
}
