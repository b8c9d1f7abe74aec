import { Controller, Inject } from '@nestjs/common';
import { convertBody, quoteConversionBody, quoteDustBody } from '../../../contracts/conversion.contract.js';
import { Call, type Asked } from '../../edge/http/call.js';
import { isRefusal } from '../../core/refusal.js';
import { silently } from '../../edge/http/reply.js';
import { ConversionService } from './conversion.service.js';

@Controller()
export class ConversionController {
  constructor(@Inject(ConversionService) private readonly conversions: ConversionService) {}

  @Call({
    method: 'POST',
    path: 'web/quoteConversion',
    access: 'user',
    summary:
      'Offers a conversion at the index price less the spread. Good for some seconds and one time; it changes nothing.',
    input: quoteConversionBody,
    answer: 'ConversionQuoteView',
    refusals: [
      ...(['conversion.same-currency', 'conversion.below-minimum', 'conversion.above-maximum'] as const),
      ...(['asset.amount-zero', 'asset.too-many-decimals'] as const),
      ...(['market.symbol-unknown', 'market.closed', 'market.halted'] as const),
    ],
  })
  quoteConversion(asked: Asked<typeof quoteConversionBody>) {
    const offered = this.conversions.quote(asked);
    return isRefusal(offered) ? offered : silently(offered);
  }

  @Call({
    method: 'POST',
    path: 'web/quoteDust',
    access: 'user',
    summary: 'Offers all small balances of the spot account in USDT at once, line by line; it changes nothing.',
    input: quoteDustBody,
    answer: 'DustQuoteView',
  })
  async quoteDust({ session }: Asked<typeof quoteDustBody>) {
    return silently(await this.conversions.quoteDust({ session }));
  }

  @Call({
    method: 'POST',
    path: 'web/convert',
    access: 'user',
    summary: 'Accepts an offer of web/quoteConversion or web/quoteDust, once and before it expires.',
    input: convertBody,
    answer: 'ConversionView',
    refusals: [
      ...(['conversion.quote-unknown', 'conversion.quote-expired', 'conversion.quote-used'] as const),
      ...(['asset.insufficient', 'security.trade-password-missing', 'security.trade-password-required'] as const),
      ...(['account.frozen', 'demo.expired', 'request.unavailable'] as const),
    ],
  })
  convert(asked: Asked<typeof convertBody>) {
    return this.conversions.convert(asked);
  }
}
