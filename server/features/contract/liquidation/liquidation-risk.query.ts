import { Inject, Injectable } from '@nestjs/common';
import type { z } from 'zod';
import type {
  liquidationRiskQuery,
  LiquidationRiskView,
  StaffRiskRow,
} from '../../../../contracts/contract.staff.contract.js';
import type { PositionSide } from '../../../../shared/margin.js';
import { amount, format, over, roundTo, type Amount } from '../../../../shared/money.js';
import { Clock } from '../../../core/clock.js';
import { PolicySource } from '../../../core/ports/policy-source.js';
import { isRefusal, type Refusal } from '../../../core/refusal.js';
import { userOf } from '../../../engine/ledger/chart.js';
import type { ContractPolicies } from '../contract.terms.js';
import { LiquidationRunner } from './liquidation.runner.js';
import { OpenInterestQuery } from '../position/open-interest.query.js';
import { PositionsReader } from '../position/positions.reader.js';

const SIDES = ['long', 'short'] as const;
const DISTANCE_DECIMALS = 6;

interface Found {
  readonly realm: string;
  readonly symbol: string;
  readonly side: PositionSide;
  readonly ownerId: string;
  readonly distance: Amount;
}

/** The positions that are nearest to liquidation: those of each contract and side are known by their prices, and no others are looked at. */
@Injectable()
export class LiquidationRiskQuery {
  constructor(
    @Inject(LiquidationRunner) private readonly runner: Pick<LiquidationRunner, 'nearest'>,
    @Inject(OpenInterestQuery) private readonly interest: Pick<OpenInterestQuery, 'held' | 'markOf'>,
    @Inject(PositionsReader) private readonly positions: Pick<PositionsReader, 'open'>,
    @Inject(PolicySource) private readonly policies: Pick<PolicySource<ContractPolicies>, 'inForce'>,
    @Inject(Clock) private readonly clock: Pick<Clock, 'now'>,
  ) {}

  async nearest({ count, ...narrowed }: z.output<typeof liquidationRiskQuery>): Promise<LiquidationRiskView | Refusal> {
    const held = await this.interest.held(narrowed);
    if (isRefusal(held)) return held;
    const at = this.clock.now();
    const found: Found[] = [];
    const unwatched: LiquidationRiskView['unwatched'] = [];
    for (const { realm, symbol } of held) {
      const mark = await this.interest.markOf(realm, symbol, at);
      for (const side of SIDES) {
        const some = this.runner.nearest({ realm, symbol }, side, count);
        if (some === undefined && side === 'long') unwatched.push({ realm, symbol });
        if (mark !== null)
          for (const { id: ownerId, price } of some ?? [])
            found.push({ realm, symbol, side, ownerId, distance: distanceOf(side, mark, price) });
      }
    }
    const nearest = found.sort((one, other) => compare(one.distance, other.distance)).slice(0, count);
    const positions: StaffRiskRow[] = [];
    for (const each of nearest) positions.push(...(await this.rowOf(each)));
    const { warningAt } = this.policies.inForce('contract.rules').values;
    return { at, warningAt, positions, unwatched };
  }

  /** None where it was closed meanwhile, or has no liquidation price any more. */
  private async rowOf({ realm, symbol, side, ownerId }: Found): Promise<StaffRiskRow[]> {
    const userId = userOf(ownerId);
    const { positions } = await this.positions.open({ realm, userId, ownerId }, symbol);
    return positions.flatMap((view) => {
      if (view.side !== side || view.liquidationPrice === null) return [];
      const { leverage, quantity, notional, markPrice, liquidationPrice, riskRate } = view;
      const { margin, marginBalance, maintenanceMargin, unrealisedPnl, deleveraging } = view;
      const distance = format(distanceOf(side, amount(markPrice), amount(liquidationPrice)));
      const named = { realm, userId, ownerId, symbol, side, leverage, quantity, notional };
      const judged = { markPrice, liquidationPrice, distance, riskRate };
      return [{ ...named, ...judged, margin, marginBalance, maintenanceMargin, unrealisedPnl, deleveraging }];
    });
  }
}

/** From the mark to the price, as a share of the mark. */
function distanceOf(side: PositionSide, mark: Amount, price: Amount): Amount {
  const away = side === 'long' ? mark - price : price - mark;
  return roundTo(over(away, mark, 'down'), DISTANCE_DECIMALS, 'down');
}

function compare(one: Amount, other: Amount): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
