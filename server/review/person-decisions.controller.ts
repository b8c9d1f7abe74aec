import { Controller } from '@nestjs/common';
import { staffUserDecisions } from '../../contracts/review.calls.js';
import type { PersonDecisionsView } from '../../contracts/review.contract.js';
import { isRefusal } from '../core/refusal.js';
import { Handle, type CallContext } from '../edge/http/call.js';
import { StaffLists } from '../edge/lists/staff-lists.js';
import { ReviewDecisions } from './review-decisions.js';
import { reviewList } from './review.list.js';

/** Requests of one person that are looked through, the newest first. */
const REQUESTS_MAX = 50;

/** What staff decided about a person, beside what the rules did. */
@Controller()
export class PersonDecisionsController {
  constructor(
    private readonly lists: StaffLists,
    private readonly decisions: ReviewDecisions,
  ) {}

  @Handle(staffUserDecisions)
  async ofPerson({ session, input }: CallContext<typeof staffUserDecisions>) {
    const rows = await this.lists.list(session, reviewList, {
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
