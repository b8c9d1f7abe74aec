import { Controller, Inject } from '@nestjs/common';
import { eraseMeBody, exportMeBody, imageQuery, uploadImageQuery } from '../../../contracts/personal.contract.js';
import { isRefusal } from '../../core/refusal.js';
import type { Clock } from '../../core/clock.js';
import type { Ids } from '../../core/ids.js';
import type { PersonalHoldings } from '../../core/person.js';
import type { StepUp } from '../../core/step-up.js';
import { CLOCK, IDS, PERSONAL_HOLDINGS, STEP_UP } from '../../core/tokens.js';
import { Call, type Asked } from '../../edge/http/call.js';
import { Download } from '../../edge/http/reply.js';
import type { Upload } from '../../edge/http/upload.js';
import { RateLimits } from '../../edge/http/rate-limits.js';
import { Files } from '../../edge/work/files.js';
import { Eraser } from './erasure.js';
import { EXPORT_FILE, exportJob } from './export.js';
import { ImageDesk } from './image-desk.js';

/** A browser that is sent to the address itself gets a file to keep and nothing to run. */
const HARMLESS = {
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
};

const PROOF = [
  'security.password-missing',
  'security.password-wrong',
  'security.google-required',
  'security.google-wrong',
  'security.google-used',
  'account.locked',
] as const;

@Controller()
export class PersonalController {
  constructor(
    @Inject(ImageDesk) private readonly images: ImageDesk,
    @Inject(IDS) private readonly ids: Ids,
    @Inject(Eraser) private readonly eraser: Eraser,
    @Inject(PERSONAL_HOLDINGS) private readonly holdings: PersonalHoldings,
    @Inject(STEP_UP) private readonly stepUp: StepUp,
    @Inject(RateLimits) private readonly limits: RateLimits,
    @Inject(Files) private readonly files: Files,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Call({
    method: 'POST',
    path: 'web/uploadImage',
    access: 'real',
    summary: 'Takes one private image in, to be sent with a form by its id: drawn anew without metadata, and sealed.',
    input: uploadImageQuery,
    upload: true,
    answer: 'UploadedImageView',
    refusals: [
      'image.missing',
      'image.too-large',
      'image.type-wrong',
      'image.broken',
      'image.too-many-pixels',
      'image.too-small',
      'image.too-many',
    ],
  })
  uploadImage(asked: Asked<typeof uploadImageQuery, 'real'>) {
    const { userId } = asked.session;
    const wish = { userId, purpose: asked.input.purpose, key: asked.keys[0] ?? this.ids.next('upload') };
    return this.images.upload(wish, asked.upload as Upload);
  }

  @Call({
    method: 'GET',
    path: 'web/getImage',
    access: 'real',
    summary: 'One of your own private images, as a file.',
    input: imageQuery,
    body: 'jpeg',
    answer: 'null',
    refusals: ['image.not-found'],
  })
  async getImage(asked: Asked<typeof imageQuery, 'real'>) {
    const { imageId } = asked.input;
    const jpeg = await this.images.read(asked.session.userId, imageId);
    return isRefusal(jpeg) ? jpeg : new Download(`${imageId}.jpg`, 'image/jpeg', [jpeg], HARMLESS);
  }

  @Call({
    method: 'POST',
    path: 'web/removeImage',
    access: 'real',
    summary: 'Takes an uploaded image away again, as long as it was not sent with a form.',
    input: imageQuery,
    answer: 'null',
    refusals: ['image.not-found', 'image.already-used'],
  })
  removeImage(asked: Asked<typeof imageQuery, 'real'>) {
    return this.images.remove(asked.session.userId, asked.input.imageId);
  }

  @Call({
    method: 'POST',
    path: 'web/exportMe',
    access: 'real',
    whenBarred: true,
    summary: 'Everything that is held about you, as a ZIP: data.json and your images. Asks for your password.',
    input: exportMeBody,
    body: 'zip',
    answer: 'null',
    refusals: ['person.exports-too-many', ...PROOF],
  })
  async exportMe(asked: Asked<typeof exportMeBody, 'real'>) {
    const { userId } = asked.session;
    const tooMany = await this.limits.ofExport(userId);
    const refusal = tooMany ?? (await this.stepUp.refusal(userId, 'password', asked.input));
    if (refusal !== undefined) return refusal;
    const now = this.clock.now();
    const day = new Date(now).toISOString().slice(0, 10);
    const pieces = this.files.pieces(EXPORT_FILE, await exportJob(userId, this.holdings, now));
    return new Download(`glassbook-my-data-${day}.zip`, 'application/zip', pieces);
  }

  @Call({
    method: 'POST',
    path: 'web/eraseMe',
    access: 'real',
    summary: 'Closes the account for good and erases everything that names you; the ledger goes on under a number.',
    input: eraseMeBody,
    answer: 'null',
    refusals: [
      'person.confirm-wrong',
      'person.orders-open',
      'person.requests-open',
      'account.not-found',
      'request.unavailable',
      ...PROOF,
    ],
  })
  eraseMe(asked: Asked<typeof eraseMeBody, 'real'>) {
    const { password, googleCode, confirm } = asked.input;
    const { userId } = asked.session;
    return this.eraser.erase({ userId, confirm, proof: { password, googleCode }, keys: asked.keys });
  }
}
