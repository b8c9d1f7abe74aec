import { z } from 'zod';
import { defineCall } from './call.contract.js';
import { approveHaltBody, endHaltBody, haltChanged, proposeHaltBody, staffHaltRow } from './contract-halt.contract.js';
import { LIST_CALL, ROW_CALL } from './staff.contract.js';

export const staffContractHalts = defineCall({
  method: 'GET',
  path: 'staff/contract-halts',
  access: 'staff:market',
  summary: 'Proposals to halt, resume or settle contracts: who proposed and decided what.',
  output: z.array(staffHaltRow),
  ...LIST_CALL,
});

export const staffContractHalt = defineCall({
  method: 'GET',
  path: 'staff/contract-halts/:id',
  access: 'staff:market',
  summary: 'One proposal to halt, resume or settle a contract.',
  output: staffHaltRow,
  ...ROW_CALL,
});

/** What stands against the change itself, when it is proposed and again when it is approved. */
const STATE = ['halt.already-halted', 'halt.not-halted', 'halt.settled', 'halt.no-price'] as const;

export const proposeContractHalt = defineCall({
  method: 'POST',
  path: 'staff/proposeContractHalt',
  access: 'staff:policies',
  repeats: 'command',
  summary:
    'Proposes to halt, resume or settle a contract; nothing changes before another member of the staff approves.',
  input: proposeHaltBody,
  output: haltChanged,
  bare: true,
  refusals: ['market.symbol-unknown', 'halt.reason-missing', 'halt.other-proposal', ...STATE],
});

export const approveContractHalt = defineCall({
  method: 'POST',
  path: 'staff/approveContractHalt',
  access: 'staff:policies',
  repeats: 'command',
  summary: 'Halts, resumes or settles a contract as somebody else proposed.',
  input: approveHaltBody,
  output: haltChanged,
  bare: true,
  refusals: ['halt.not-found', 'halt.decided', 'halt.own-proposal', ...STATE],
});

export const rejectContractHalt = defineCall({
  method: 'POST',
  path: 'staff/rejectContractHalt',
  access: 'staff:policies',
  repeats: 'command',
  summary: 'Rejects what somebody else proposed.',
  input: endHaltBody,
  output: haltChanged,
  bare: true,
  refusals: ['halt.not-found', 'halt.decided', 'halt.own-proposal'],
});

export const withdrawContractHalt = defineCall({
  method: 'POST',
  path: 'staff/withdrawContractHalt',
  access: 'staff:policies',
  repeats: 'command',
  summary: 'Takes back one’s own proposal.',
  input: endHaltBody,
  output: haltChanged,
  bare: true,
  refusals: ['halt.not-found', 'halt.decided', 'halt.not-your-proposal'],
});
