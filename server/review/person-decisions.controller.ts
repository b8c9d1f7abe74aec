import { Controller, Inject } from '@nestjs/common';
import type { PersonDecisionsView, ReviewRow } from '../../contracts/review.contract.js';
import { isRefusal } from '../core/refusal.js';
import { Call } from '../edge/http/call.js';
import { ONE, type One } from '../staff/call-shapes.js';
import { StaffLists } from '../staff/staff-lists.js';
import { ReviewDecisions } from './review-decisions.js';

/** Requests of one person that are looked through, the newest first. */
const REQUESTS_MAX = 50;
/** Of the points that a session may spend in a second: each request is a stream to read. */
const COST = 10;

/** What staff decided about a person, beside what the rules did. */
@Controller()
export class PersonDecisionsController {
  constructor(
    @Inject(StaffLists) private readonly lists: StaffLists,
    @Inject(ReviewDecisions) private readonly decisions: ReviewDecisions,
  ) {}

  @Call({
    method: 'GET',
    path: 'staff/users/:id/staff-decisions',
    access: 'staff:reviews',
    cost: COST,
    summary:
      'What staff decided about a person and what it rested on, in the queues that the asker sees, the newest first.',
    answer: 'PersonDecisionsView[]',
    ...ONE,
    refusals: ['request.unavailable'],
  })
  async ofPerson({ session, input }: One<'staff:reviews'>) {
    const rows = await this.lists.list<ReviewRow>(session, 'reviews', {
      filter: JSON.stringify({ userId: input.id }),
      sort: JSON.stringify(['openedAt', 'DESC']),
      range: JSON.stringify([0, REQUESTS_MAX - 1]),
    });
    if (isRefusal(rows)) return rows;
    const about = rows.filter(
      ({ approvedBy, decidedBy, answer, escalation }) => (approvedBy ?? decidedBy ?? answer ?? escalation) !== null,
    );
    const decided: PersonDecisionsView[] = [];
    for (const row of about) {
      const decisions = await this.decisions.of(session, row);
      if (decisions.length > 0) decided.push({ requestId: row.id, kind: row.kind, decisions });
    }
    return decided;
  }
}
