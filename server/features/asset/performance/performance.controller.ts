import { Controller } from '@nestjs/common';
import { getPerformance } from '../../../../contracts/performance.calls.js';
import { Handle, type CallContext } from '../../../edge/http/call.js';
import { PerformanceQuery } from './performance.query.js';

@Controller()
export class PerformanceController {
  constructor(private readonly performance: PerformanceQuery) {}

  @Handle(getPerformance)
  getPerformance({ session, input }: CallContext<typeof getPerformance>) {
    return this.performance.performance(session.realm, session.ownerId, input);
  }
}
