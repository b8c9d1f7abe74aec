import { Controller } from '@nestjs/common';
import {
  cancelConversionQuote,
  convert,
  getConversionQuote,
  previewConversion,
  previewDust,
  quoteConversion,
  quoteDust,
} from '../../../contracts/conversion.calls.js';
import { Handle, type CallContext } from '../../edge/http/call.js';
import { isRefusal } from '../../core/refusal.js';
import { silently } from '../../edge/http/reply.js';
import { ConversionService } from './conversion.service.js';

@Controller()
export class ConversionController {
  constructor(private readonly conversions: ConversionService) {}

  @Handle(previewConversion)
  previewConversion(context: CallContext<typeof previewConversion>) {
    return this.conversions.preview(context);
  }

  @Handle(previewDust)
  previewDust(context: CallContext<typeof previewDust>) {
    return this.conversions.previewDust(context);
  }

  @Handle(getConversionQuote)
  getConversionQuote(context: CallContext<typeof getConversionQuote>) {
    return this.conversions.live(context);
  }

  @Handle(quoteConversion)
  async quoteConversion(context: CallContext<typeof quoteConversion>) {
    const offer = await this.conversions.quote(context);
    return isRefusal(offer) ? offer : silently(offer);
  }

  @Handle(quoteDust)
  async quoteDust(context: CallContext<typeof quoteDust>) {
    const offer = await this.conversions.quoteDust(context);
    return isRefusal(offer) ? offer : silently(offer);
  }

  @Handle(cancelConversionQuote)
  async cancelConversionQuote(context: CallContext<typeof cancelConversionQuote>) {
    const ended = await this.conversions.cancel(context);
    return isRefusal(ended) ? ended : silently(ended);
  }

  @Handle(convert)
  convert(context: CallContext<typeof convert>) {
    return this.conversions.convert(context);
  }
}
