import { Controller } from '@nestjs/common';
import { eraseMe, exportMe, getImage, removeImage, uploadImage } from '../../../contracts/personal.calls.js';
import { isRefusal } from '../../core/refusal.js';
import { Clock } from '../../core/clock.js';
import { Ids } from '../../core/ids.js';
import { PersonalDataHandlers } from '../../core/ports/personal-holdings.js';
import { StepUp } from '../../core/ports/step-up.js';
import { Handle, type CallContext } from '../../edge/http/call.js';
import { Download } from '../../edge/http/reply.js';
import type { Upload } from '../../edge/http/upload.js';
import { RateLimits } from '../../edge/http/rate-limits.js';
import { Files } from '../../edge/work/files.js';
import { Eraser } from './erasure.js';
import { EXPORT_FILE, exportJob } from './export.js';
import { ImageService } from './image.service.js';

/** A browser that is sent to the address itself gets a file to keep and nothing to run. */
const HARMLESS = {
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
};

@Controller()
export class PersonalController {
  constructor(
    private readonly images: ImageService,
    private readonly ids: Ids,
    private readonly eraser: Eraser,
    private readonly holdings: PersonalDataHandlers,
    private readonly stepUp: StepUp,
    private readonly limits: RateLimits,
    private readonly files: Files,
    private readonly clock: Clock,
  ) {}

  @Handle(uploadImage)
  uploadImage(context: CallContext<typeof uploadImage>) {
    const { userId } = context.session;
    const request = {
      userId,
      purpose: context.input.purpose,
      key: context.requestToken?.key ?? this.ids.next('upload'),
    };
    return this.images.upload(request, context.upload as Upload);
  }

  @Handle(getImage)
  async getImage(context: CallContext<typeof getImage>) {
    const { imageId } = context.input;
    const jpeg = await this.images.read(context.session.userId, imageId);
    return isRefusal(jpeg) ? jpeg : new Download(`${imageId}.jpg`, 'image/jpeg', [jpeg], HARMLESS);
  }

  @Handle(removeImage)
  removeImage(context: CallContext<typeof removeImage>) {
    return this.images.remove(context.session.userId, context.input.imageId);
  }

  @Handle(exportMe)
  async exportMe(context: CallContext<typeof exportMe>) {
    const { userId } = context.session;
    const tooMany = await this.limits.ofExport(userId);
    const refusal = tooMany ?? (await this.stepUp.refusal(userId, 'password', context.input, context.requestToken));
    if (refusal !== undefined) return refusal;
    const now = this.clock.now();
    const day = new Date(now).toISOString().slice(0, 10);
    const pieces = this.files.pieces(EXPORT_FILE, await exportJob(userId, this.holdings, now));
    return new Download(`glassbook-my-data-${day}.zip`, 'application/zip', pieces);
  }

  @Handle(eraseMe)
  eraseMe(context: CallContext<typeof eraseMe>) {
    const { password, googleCode, confirm } = context.input;
    const { userId } = context.session;
    return this.eraser.erase({ userId, confirm, proof: { password, googleCode }, requestToken: context.requestToken });
  }
}
