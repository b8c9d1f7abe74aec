import { z } from 'zod';
import { defineCall } from './call.contract.js';
import { commonFields } from './envelope.contract.js';
import {
  getLogConsistencyQuery,
  getLogProofQuery,
  logCheckpointQuery,
  logConsistencyView,
  logProofView,
  logTileQuery,
  publicLogView,
} from './public-log.contract.js';
import { ROW_CALL } from './staff.contract.js';

export const getLogCheckpoint = defineCall({
  method: 'GET',
  path: 'log/:realm/checkpoint',
  access: 'public',
  summary: 'The newest checkpoint of the log of a realm: C2SP tlog-checkpoint.',
  input: logCheckpointQuery,
  output: 'note',
  refusals: ['request.unknown-route'],
});

export const getLogTile = defineCall({
  method: 'GET',
  path: 'log/:realm/tile/*',
  event: 'getLogTile',
  access: 'public',
  summary: 'A tile of the log of a realm, of hashes or of entries: C2SP tlog-tiles.',
  input: logTileQuery,
  output: 'tile',
  refusals: ['request.unknown-route'],
});

export const getLogs = defineCall({
  method: 'GET',
  path: 'web/getLogs',
  access: 'public',
  summary: 'The public log of each realm: name, key and newest checkpoint.',
  input: z.strictObject(commonFields),
  output: z.array(publicLogView),
});

export const getLogConsistency = defineCall({
  method: 'GET',
  path: 'web/getLogConsistency',
  access: 'public',
  cost: 5,
  summary: 'That the log of a realm at one size goes on from a smaller one.',
  input: getLogConsistencyQuery,
  output: logConsistencyView,
  refusals: ['log.not-covered', 'request.field-invalid'],
});

export const getLogProof = defineCall({
  method: 'GET',
  path: 'web/getLogProof',
  access: 'user',
  cost: 5,
  summary: 'That the public log has an event of yours, with the salt of its entry.',
  input: getLogProofQuery,
  output: logProofView,
  refusals: ['log.no-event', 'log.not-covered'],
});

export const staffLogProof = defineCall({
  method: 'GET',
  path: 'staff/log-proofs/:id',
  access: 'staff:events',
  summary: 'That the public log has an event, named by realm and position: `demo:17`.',
  output: logProofView,
  ...ROW_CALL,
  refusals: ['staff.not-found', 'log.not-covered'],
});
