import { Controller, Inject } from '@nestjs/common';
import { imageQuery, uploadImageQuery } from '../../contracts/personal.contract.js';
import { isRefusal } from '../core/refusal.js';
import type { Ids } from '../core/ids.js';
import { IDS } from '../core/tokens.js';
import { Call, type Asked } from '../edge/http/call.js';
import { Download } from '../edge/http/reply.js';
import type { Upload } from '../edge/http/upload.js';
import { ImageDesk } from './image-desk.js';

/** A browser that is sent to the address itself gets a file to keep and nothing to run. */
const HARMLESS = {
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
};

@Controller()
export class PersonalController {
  constructor(
    @Inject(ImageDesk) private readonly images: ImageDesk,
    @Inject(IDS) private readonly ids: Ids,
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
}
