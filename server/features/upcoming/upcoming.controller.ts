import { Controller } from '@nestjs/common';
import { lendBack, lendImage, lendList, lendMy, lendMylist } from '../../../contracts/upcoming.calls.js';
import { type Refusal, refuse } from '../../core/refusal.js';
import { Handle } from '../../edge/http/call.js';
const notOpen = (): Refusal => refuse('feature.not-open');

/**
 * Documented calls (specification, section 7) whose products are not open yet. Each answers that, so that it does not look like a
 * mistyped address. Opening a product moves its calls to its own controller.
 */
@Controller()
export class UpcomingController {
  @Handle(lendMy)
  lendMy(): Refusal {
    return notOpen();
  }

  @Handle(lendList)
  lendList(): Refusal {
    return notOpen();
  }

  @Handle(lendMylist)
  lendMylist(): Refusal {
    return notOpen();
  }

  @Handle(lendBack)
  lendBack(): Refusal {
    return notOpen();
  }

  @Handle(lendImage)
  lendImage(): Refusal {
    return notOpen();
  }
}
