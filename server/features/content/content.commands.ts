import { z } from 'zod';
import { CONTENT_KINDS, HELP_CATEGORIES, type ContentChanged } from '../../../contracts/content.contract.js';
import { language } from '../../../contracts/envelope.contract.js';
import { HouseCommand, type DataOf } from '../../core/command.js';
import { instant } from '../../core/command-schemas.js';

const entry = z.object({
  slug: z.string(),
  kind: z.enum(CONTENT_KINDS),
  category: z.enum(HELP_CATEGORIES).nullable(),
  order: z.int(),
  link: z.string().nullable(),
  texts: z.partialRecord(language, z.object({ title: z.string(), summary: z.string(), body: z.string() })),
});

/** The stream's version that the editor has seen; 0 for an entry that is to be new. */
const expectedVersion = z.int();

const saveContentDraft = entry.extend({ expectedVersion });

/** Keeps what an editor wrote, for staff only. Languages that are not named stay as they are. */
export class SaveContentDraft extends HouseCommand<DataOf<typeof saveContentDraft>, ContentChanged> {
  static readonly type = 'SaveContentDraft';
  static readonly schema = saveContentDraft;
}

const publishContent = z.object({ slug: z.string(), staffId: z.string(), expectedVersion });

/** Publishes the newest draft; a legal text needs a second editor. */
export class PublishContent extends HouseCommand<DataOf<typeof publishContent>, ContentChanged> {
  static readonly type = 'PublishContent';
  static readonly schema = publishContent;
}

const withdrawContent = z.object({ slug: z.string(), expectedVersion });

/** Takes what is published away from everybody. */
export class WithdrawContent extends HouseCommand<DataOf<typeof withdrawContent>, ContentChanged> {
  static readonly type = 'WithdrawContent';
  static readonly schema = withdrawContent;
}

const seedContent = entry.extend({ number: z.int().nullable(), publishedAt: instant });

/** Publishes an entry of the seeds; one that editors wrote, changed or withdrew stays as they left it, and so does a legal text. */
export class SeedContent extends HouseCommand<DataOf<typeof seedContent>, ContentChanged> {
  static readonly type = 'SeedContent';
  static readonly schema = seedContent;
}
