import { defineCall } from './call.contract.js';
import { getRiskQuery, riskView, submitQuestionnaireBody } from './risk.contract.js';

export const getRisk = defineCall({
  method: 'GET',
  path: 'web/getRisk',
  access: 'real',
  summary: 'Risk class, the cap that it sets, and every assessment line by line.',
  input: getRiskQuery,
  output: riskView,
});

export const submitQuestionnaire = defineCall({
  method: 'POST',
  path: 'web/submitQuestionnaire',
  access: 'real',
  repeats: 'command',
  summary: 'Answers the risk questionnaire with the investor’s declarations; the published rules say the class.',
  input: submitQuestionnaireBody,
  output: riskView,
  refusals: ['account.not-found', 'risk.declaration-required', 'risk.too-soon', 'request.unavailable'],
});
