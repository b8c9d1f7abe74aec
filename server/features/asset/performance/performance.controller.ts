import { Controller, Inject } from '@nestjs/common';
import { getPerformanceQuery } from '../../../../contracts/performance.contract.js';
import { Call, type Asked } from '../../../edge/http/call.js';
import { PerformanceQuery } from './performance.query.js';

@Controller()
export class PerformanceController {
  constructor(@Inject(PerformanceQuery) private readonly performance: PerformanceQuery) {}

  @Call({
    method: 'GET',
    path: 'web/getPerformance',
    cost: 5,
    access: 'user',
    summary:
      'Average cost, realised and unrealised profit and loss of each coin and in total, and the result of today.',
    input: getPerformanceQuery,
    answer: 'PerformanceView',
    refusals: ['request.unavailable'],
  })
  getPerformance({ session, input }: Asked<typeof getPerformanceQuery>) {
    return this.performance.performance(session.realm, session.ownerId, input);
  }
}
