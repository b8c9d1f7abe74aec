import { Controller } from '@nestjs/common';
import {
  buyOption,
  confirmOptionWarning,
  exportOptions,
  getOpenOptions,
  getOption,
  getOptionHistory,
  getOptionStanding,
  getOptionTerms,
  quoteOption,
  setOptionLossLimit,
  setOptionPause,
} from '../../../contracts/option.calls.js';
import { refuse } from '../../core/refusal.js';
import { Handle, type CallContext } from '../../edge/http/call.js';
import { Files } from '../../edge/work/files.js';
import { OPTIONS_FILE, OptionQuery } from './option.query.js';
import { OptionService } from './option.service.js';
import { OptionTermsQuery } from './option.terms.js';

@Controller()
export class OptionController {
  constructor(
    private readonly service: OptionService,
    private readonly query: OptionQuery,
    private readonly terms: OptionTermsQuery,
    private readonly files: Files,
  ) {}

  @Handle(getOptionTerms)
  getOptionTerms(context: CallContext<typeof getOptionTerms>) {
    return this.terms.page(context);
  }

  @Handle(quoteOption)
  quoteOption(context: CallContext<typeof quoteOption>) {
    return this.service.quote(context);
  }

  @Handle(buyOption)
  buyOption(context: CallContext<typeof buyOption>) {
    return this.service.buy(context);
  }

  @Handle(getOpenOptions)
  getOpenOptions(context: CallContext<typeof getOpenOptions>) {
    return this.service.open(context);
  }

  @Handle(getOptionHistory)
  getOptionHistory({ session, input }: CallContext<typeof getOptionHistory>) {
    return this.query.history(session, input);
  }

  @Handle(exportOptions)
  async exportOptions({ session, input }: CallContext<typeof exportOptions>) {
    const { realm, ownerId } = session;
    if (!(await this.query.isUpToDate(realm))) return refuse('request.unavailable');
    return this.files.csv('options', OPTIONS_FILE, { realm, ownerId, filters: input });
  }

  @Handle(getOption)
  getOption({ session, input }: CallContext<typeof getOption>) {
    return this.query.detail(session, input.optionId);
  }

  @Handle(getOptionStanding)
  getOptionStanding(context: CallContext<typeof getOptionStanding>) {
    return this.service.standing(context);
  }

  @Handle(setOptionLossLimit)
  setOptionLossLimit(context: CallContext<typeof setOptionLossLimit>) {
    return this.service.setLossLimit(context);
  }

  @Handle(setOptionPause)
  setOptionPause(context: CallContext<typeof setOptionPause>) {
    return this.service.setPause(context);
  }

  @Handle(confirmOptionWarning)
  confirmOptionWarning(context: CallContext<typeof confirmOptionWarning>) {
    return this.service.confirmWarning(context);
  }
}
