import { amount, ZERO, type Amount } from './money.js';

/** What `contract.rules` decides about positions and `contract.insurance` about the fund; server, client and console read them by these. */
export interface PositionRules {
  readonly quizFrom: number;
  readonly liquidationBand: string;
  readonly warningAt: string;
  readonly ownersShare: string;
}

export interface InsuranceRules {
  readonly openingUsdt: string;
  readonly eventMaxUsdt: string;
}

/** Whether an order of this leverage needs the quiz. */
export function needsQuiz(leverage: number, { quizFrom }: Pick<PositionRules, 'quizFrom'>): boolean {
  return leverage >= quizFrom;
}

/** Whether the owner of a position with this risk rate is warned. `null`: its balance is gone. */
export function isWarned(riskRate: Amount | null, { warningAt }: Pick<PositionRules, 'warningAt'>): boolean {
  return riskRate === null || riskRate >= amount(warningAt);
}

/** The share of the mark price that the order of a liquidation may move away from it. */
export function liquidationBand(rules: Pick<PositionRules, 'liquidationBand'>): Amount {
  return amount(rules.liquidationBand);
}

/** What the insurance fund is still to be given, once it has been given so much. A policy that gives less takes nothing back. */
export function insuranceDue(granted: Amount, { openingUsdt }: Pick<InsuranceRules, 'openingUsdt'>): Amount {
  const due = amount(openingUsdt) - granted;
  return due > ZERO ? due : ZERO;
}

/** The most that the fund pays for one liquidation: its limit, or all that it has. */
export function insuranceCover(balance: Amount, { eventMaxUsdt }: Pick<InsuranceRules, 'eventMaxUsdt'>): Amount {
  const limit = amount(eventMaxUsdt);
  return balance < limit ? balance : limit;
}
