import { join } from 'node:path';
import { Controller } from '@nestjs/common';
import { getScorecard } from '../../../contracts/scorecard.calls.js';
import { Handle } from '../../edge/http/call.js';
import { projectRoot } from '../../edge/project-root.js';
import { readFigures } from './kept-figures.js';
import { scorecardOf } from './scorecard.js';

/** How near the simulated market is to real ones. */
@Controller()
export class ScorecardController {
  private readonly scorecard = scorecardOf(readFigures(join(projectRoot, 'seeds')));

  @Handle(getScorecard)
  getScorecard() {
    return this.scorecard;
  }
}
