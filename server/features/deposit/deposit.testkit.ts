import type { DepositRules } from '../../../contracts/deposit.contract.js';
import type { NewEvent, RecordedEvent } from '../../core/event.js';
import type { ChannelNow, NoteDeposit, SubmitDeposit } from './deposit.commands.js';
import { depositKind, type DepositState } from './deposit.decider.js';

export const RULES: DepositRules = {
  minimumUSDT: '1',
  minimumBTC: '0.001',
  minimumETH: '0.1',
  minimumTRX: '10',
  minimumOther: '1',
  closedChannels: 'none',
  proofsWaitingMax: 5,
};
export const POLICY = { name: 'deposit.rules', version: 3, values: RULES };
export const NEEDED = 6;

export const channel = (changed: Partial<ChannelNow> = {}): ChannelNow => ({
  ...{ policy: POLICY, network: 'TRC20', currency: 'USDT', open: true, minimum: '1', priceUsdt: null },
  confirmationsNeeded: NEEDED,
  ...changed,
});

/** The network's record of a transfer to ann's address; in the mempool by default. */
export const transferFact = (changed: Partial<NoteDeposit['data']> = {}): NoteDeposit['data'] => ({
  ...{ key: 'k1', hash: 'aa', addressId: 'TRC20:T1:', amount: '25', channel: channel(), owner: 'real-ann' },
  ...{ openProof: null, status: 'mempool', confirmations: 0, blockHeight: null },
  ...changed,
});
export const mined = (confirmations: number, blockHeight = 100): Partial<NoteDeposit['data']> => ({
  ...{ status: 'mined', confirmations, blockHeight },
});

export const proof = (changed: Partial<SubmitDeposit['data']> = {}): SubmitDeposit['data'] => ({
  ...{ userId: 'real-ann', key: 'k1', depositId: 'deposit-1', hash: 'aa', declared: '30', images: [] },
  ...{ sealedNote: null, channel: channel(), problem: null },
  ...changed,
});

/** The state after events, as the writer would have it. */
export function after(events: readonly NewEvent[], state: DepositState = depositKind.initial('k1')): DepositState {
  return events
    .filter(({ stream }) => stream.startsWith('deposit-'))
    .reduce((folded, event, index) => {
      const recorded = { ...event, realm: 'real', position: index + 1, version: index + 1, at: 0, actor: 'timer' };
      return depositKind.evolve(folded, recorded as RecordedEvent);
    }, state);
}
