import { z } from 'zod';
import { defineCall } from './call.contract.js';
import { commonOnly } from './envelope.contract.js';

export const SCORECARD_GROUPS = ['facts', 'correlations', 'volatilities'] as const;

/** Of the daily returns of one index. */
export const SCORECARD_FACTS = [
  'kurtosis',
  'skewness',
  'memory1',
  'memory10',
  'memory50',
  'leverage',
  'worst',
  'drawdown',
] as const;
export type ScorecardFact = (typeof SCORECARD_FACTS)[number];

/** All of daily returns at equal instants. */
export const SCORECARD_MEASURES = [...SCORECARD_FACTS, 'deepFalls', 'correlation', 'volatility'] as const;

export const scorecardRow = z
  .object({
    group: z.enum(SCORECARD_GROUPS),
    subject: z
      .string()
      .describe('`SPX`, the pair `SPX/NDX`, or `stocks`: the mean pair of the twenty most traded shares.'),
    measure: z
      .enum(SCORECARD_MEASURES)
      .describe(
        '`memory` is the autocorrelation of absolute returns at that lag in days, `leverage` the mean correlation of a return with the absolute returns of the ten days after it, `deepFalls` the share of seeds with a drawdown of 45% or more.',
      ),
    real: z.number().describe('Of a real market; of a volatility what the catalogue says of the instrument.'),
    median: z.number().describe('Over all seeds; of `deepFalls` their share.'),
    low: z.number().describe('Nine of ten seeds lie between `low` and `high`.'),
    high: z.number(),
    near: z.boolean().describe('Whether the model is as near as wanted: see docs/model-card.md.'),
  })
  .meta({
    id: 'ScorecardRow',
    description: 'One figure of the simulated market beside the real one. Shares, not per cent.',
  });
export type ScorecardRow = z.output<typeof scorecardRow>;

export const scorecardView = z.object({ years: z.number(), seeds: z.number(), rows: z.array(scorecardRow) }).meta({
  id: 'ScorecardView',
  description: 'How near the simulated market is to real ones, over so many seeds of so many years each.',
});
export type ScorecardView = z.output<typeof scorecardView>;

export const getScorecard = defineCall({
  method: 'GET',
  path: 'web/getScorecard',
  access: 'public',
  summary: 'How near the simulated market is to real ones.',
  input: commonOnly,
  output: scorecardView,
});
