import { Controller, Inject } from '@nestjs/common';
import { z } from 'zod';
import { commonFields } from '../../../contracts/account.contract.js';
import {
  openRecoveryBody,
  recoveryPhotoQuery,
  requestRecoveryBody,
  stopRecoveryBody,
} from '../../../contracts/security.contract.js';
import { Call, type Asked } from '../../edge/http/call.js';
import { RecoveryService } from './recovery.service.js';

const commonOnly = z.strictObject({ ...commonFields });

/** Lost phone and recovery codes: asked for and stopped without a session. */
@Controller()
export class RecoveryController {
  constructor(@Inject(RecoveryService) private readonly recovery: RecoveryService) {}

  @Call({
    method: 'POST',
    path: 'web/openRecovery',
    access: 'public',
    summary: 'Lost phone and recovery codes: password and a code to one’s own address answer a ticket for the request.',
    input: openRecoveryBody,
    answer: 'RecoveryTicketView',
    refusals: [
      'account.required',
      'code.required',
      'account.credentials-wrong',
      'account.locked',
      'code.wrong',
      'security.google-missing',
      'security.recovery-open',
    ],
  })
  openRecovery(asked: Asked<typeof openRecoveryBody, 'public'>) {
    return this.recovery.open(asked);
  }

  @Call({
    method: 'POST',
    path: 'web/uploadRecoveryPhoto',
    access: 'public',
    summary: 'The new photo of a verified person, by the ticket; only the reviewers who hold the request see it.',
    input: recoveryPhotoQuery,
    upload: true,
    answer: 'UploadedImageView',
    refusals: [
      'security.recovery-gone',
      'image.missing',
      'image.too-large',
      'image.type-wrong',
      'image.broken',
      'image.too-many-pixels',
      'image.too-small',
      'image.too-many',
    ],
  })
  uploadRecoveryPhoto(asked: Asked<typeof recoveryPhotoQuery, 'public'>) {
    return this.recovery.photo(asked);
  }

  @Call({
    method: 'POST',
    path: 'web/requestRecovery',
    access: 'public',
    summary: 'Asks staff to take Google verification off. A notice goes to every address, with a code that stops it.',
    input: requestRecoveryBody,
    answer: 'null',
    refusals: [
      'security.recovery-gone',
      'security.recovery-photo-missing',
      'security.recovery-open',
      'security.google-missing',
      'image.not-found',
      'image.purpose-wrong',
      'image.already-used',
    ],
  })
  requestRecovery(asked: Asked<typeof requestRecoveryBody, 'public'>) {
    return this.recovery.request(asked);
  }

  @Call({
    method: 'POST',
    path: 'web/stopRecovery',
    access: 'public',
    summary: 'Stops such a request by the code of its notice, without a log-in.',
    input: stopRecoveryBody,
    answer: 'null',
    refusals: ['account.required', 'code.required', 'code.wrong'],
  })
  stopRecovery(asked: Asked<typeof stopRecoveryBody, 'public'>) {
    return this.recovery.stop(asked);
  }

  @Call({
    method: 'POST',
    path: 'web/cancelRecovery',
    access: 'real',
    summary: 'Stops such a request from any session of the person.',
    input: commonOnly,
    answer: 'null',
  })
  cancelRecovery(asked: Asked<typeof commonOnly, 'real'>) {
    return this.recovery.cancel(asked);
  }
}
