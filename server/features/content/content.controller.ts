import { Controller, Inject } from '@nestjs/common';
import { z } from 'zod';
import { commonFields, getTextsListQuery } from '../../../contracts/account.contract.js';
import { Call, type Asked } from '../../edge/http/call.js';
import { silently } from '../../edge/http/reply.js';
import { ContentLibrary } from './content-library.js';
import { FiguresQuery } from './figures.query.js';

const commonOnly = z.strictObject({ ...commonFields });

@Controller()
export class ContentController {
  constructor(
    @Inject(ContentLibrary) private readonly library: ContentLibrary,
    @Inject(FiguresQuery) private readonly figures: FiguresQuery,
  ) {}

  @Call({
    method: 'GET',
    path: 'web/getLogo',
    access: 'public',
    summary: 'Name, logo and tagline, and the notice that everything here is simulated.',
    input: commonOnly,
    answer: 'BrandView',
  })
  getLogo({ lang }: Asked<typeof commonOnly, 'public'>) {
    return silently(this.library.brand(lang));
  }

  @Call({
    method: 'GET',
    path: 'web/getTextsList',
    access: 'public',
    summary: 'Content pages: 1 company profile, 3 user agreement, 5 privacy policy, 7 simulation notice.',
    input: getTextsListQuery,
    answer: 'TextView[]',
  })
  getTextsList({ lang, input }: Asked<typeof getTextsListQuery, 'public'>) {
    return silently(this.library.texts(lang, input.id));
  }

  @Call({
    method: 'GET',
    path: 'web/getFigures',
    access: 'public',
    summary: 'Figures for the home page, counted from the system when asked.',
    input: commonOnly,
    answer: 'FiguresView',
  })
  async getFigures(_asked: Asked<typeof commonOnly, 'public'>) {
    return silently(await this.figures.figures());
  }
}
