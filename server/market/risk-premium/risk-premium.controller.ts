import { join } from 'node:path';
import { Controller } from '@nestjs/common';
import { getRiskPremiums } from '../../../contracts/risk-premium.calls.js';
import { Handle } from '../../edge/http/call.js';
import { projectRoot } from '../../edge/project-root.js';
import { readPremiums } from './kept-premiums.js';

/** What the simulated market pays for risk and service. */
@Controller()
export class RiskPremiumController {
  private readonly premiums = readPremiums(join(projectRoot, 'seeds'));

  @Handle(getRiskPremiums)
  getRiskPremiums() {
    return this.premiums;
  }
}
