import { Controller, Inject } from '@nestjs/common';
import { getRiskQuery, submitQuestionnaireBody } from '../../../contracts/risk.contract.js';
import { Call, type Asked } from '../../edge/http/call.js';
import { silently } from '../../edge/http/reply.js';
import { RiskQuery } from './risk.query.js';
import { RiskService } from './risk.service.js';

@Controller()
export class RiskController {
  constructor(
    @Inject(RiskService) private readonly risk: RiskService,
    @Inject(RiskQuery) private readonly query: RiskQuery,
  ) {}

  @Call({
    method: 'GET',
    path: 'web/getRisk',
    access: 'real',
    summary: 'Risk class, the cap that it sets, and every assessment line by line.',
    input: getRiskQuery,
    answer: 'RiskView',
  })
  async getRisk({ session }: Asked<typeof getRiskQuery, 'real'>) {
    return silently(await this.query.view(session.userId));
  }

  @Call({
    method: 'POST',
    path: 'web/submitQuestionnaire',
    access: 'real',
    summary: 'Answers the risk questionnaire with the investor’s declarations; the published rules say the class.',
    input: submitQuestionnaireBody,
    answer: 'RiskView',
    refusals: [
      'account.frozen',
      'account.not-found',
      'risk.declaration-required',
      'risk.too-soon',
      'request.unavailable',
    ],
  })
  submitQuestionnaire(asked: Asked<typeof submitQuestionnaireBody, 'real'>) {
    return this.risk.submit(asked);
  }
}
