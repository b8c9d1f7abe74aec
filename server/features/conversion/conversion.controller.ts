import { Controller } from '@nestjs/common';
import { convert, quoteConversion, quoteDust } from '../../../contracts/conversion.calls.js';
import { Handle, type CallContext } from '../../edge/http/call.js';
import { isRefusal } from '../../core/refusal.js';
import { silently } from '../../edge/http/reply.js';
import { ConversionService } from './conversion.service.js';

@Controller()
export class ConversionController {
  constructor(private readonly conversions: ConversionService) {}

  @Handle(quoteConversion)
  quoteConversion(context: CallContext<typeof quoteConversion>) {
    const offered = this.conversions.quote(context);
    return isRefusal(offered) ? offered : silently(offered);
  }

  @Handle(quoteDust)
  async quoteDust({ session }: CallContext<typeof quoteDust>) {
    return silently(await this.conversions.quoteDust({ session }));
  }

  @Handle(convert)
  convert(context: CallContext<typeof convert>) {
    return this.conversions.convert(context);
  }
}
