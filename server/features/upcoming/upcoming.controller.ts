import { Controller } from '@nestjs/common';
import { upcomingInput } from '../../../contracts/upcoming.contract.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import { Call } from '../../edge/http/call.js';

const UPCOMING = {
  input: upcomingInput,
  summary: 'Not open yet: refused with `feature.not-open` until the product opens.',
  answer: 'null',
  refusals: ['feature.not-open'],
} as const;
const notOpen = (): Refusal => refuse('feature.not-open');

/**
 * Documented calls (specification, section 7) whose products are not open yet. Each is known and says so, so that nobody takes it
 * for a mistyped address. Whoever opens a product moves its calls to its own controller.
 */
@Controller()
export class UpcomingController {
  @Call({ method: 'GET', path: 'web/getProfitTotal', access: 'public', ...UPCOMING })
  getProfitTotal(): Refusal {
    return notOpen();
  }

  @Call({ method: 'GET', path: 'web/getProfitList', access: 'public', ...UPCOMING })
  getProfitList(): Refusal {
    return notOpen();
  }

  @Call({ method: 'GET', path: 'web/getProfitInfo', access: 'public', ...UPCOMING })
  getProfitInfo(): Refusal {
    return notOpen();
  }

  @Call({ method: 'POST', path: 'web/buyProfit', access: 'public', ...UPCOMING })
  buyProfit(): Refusal {
    return notOpen();
  }

  @Call({ method: 'POST', path: 'web/sellProfit', access: 'public', ...UPCOMING })
  sellProfit(): Refusal {
    return notOpen();
  }

  @Call({ method: 'GET', path: 'web/lendMy', access: 'public', ...UPCOMING })
  lendMy(): Refusal {
    return notOpen();
  }

  @Call({ method: 'GET', path: 'web/lendList', access: 'public', ...UPCOMING })
  lendList(): Refusal {
    return notOpen();
  }

  @Call({ method: 'GET', path: 'web/lendMylist', access: 'public', ...UPCOMING })
  lendMylist(): Refusal {
    return notOpen();
  }

  @Call({ method: 'GET', path: 'web/lendBack', access: 'public', ...UPCOMING })
  lendBack(): Refusal {
    return notOpen();
  }

  @Call({ method: 'GET', path: 'web/lend_img', access: 'public', ...UPCOMING })
  lendImage(): Refusal {
    return notOpen();
  }
}
