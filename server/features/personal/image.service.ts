import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { KnownPolicies } from '../../../contracts/policy.contract.js';
import type { ImagePurpose, UploadedImageView } from '../../../contracts/personal.contract.js';
import { Clock, type Instant } from '../../core/clock.js';
import { Vault } from '../../core/ports/vault.js';
import type {
  PrivateImages,
  SentImagesSource,
  StaffImage,
  UploadedFile,
  UploadProblem,
} from '../../core/ports/private-images.js';
import { decidedBy, type PolicyVersion } from '../../core/policy.js';
import { PolicySource } from '../../core/ports/policy-source.js';
import { isRefusal, refuse, type Refusal } from '../../core/refusal.js';
import { isAway } from '../../engine/history/away.js';
import { ProjectionRunner } from '../../engine/projections/runner.js';
import { Admission } from './admission.js';
import { inspectImage, makeImage, type MadeImage } from './image-maker.js';
import { CONTEXT, imageIdOf, imageView, openImage, type ImageRow, ImageTable } from './image-table.js';

const HOUR_MS = 3_600_000;
const MEGABYTE = 1_048_576;
/** All uploads that stand in memory together, from their first byte until they are stored. */
const BYTES_AT_ONCE = 48 * MEGABYTE;
/** Each takes a core; more at once would starve the rest of the server. */
const DRAWN_AT_ONCE = 2;
const LINE_MAX = 200;
/** Of one person: front, back and hand-held. */
const OF_ONE_AT_ONCE = 4;
/** From the look at a form's images until its event is durable and they are attached. */
const SENDING_MS = 60_000;

/** What an upload is by: the same key uploads once. */
interface UploadRequest {
  readonly userId: string;
  readonly purpose: ImagePurpose;
  readonly key: string;
}

interface KeepOptions {
  readonly now?: Instant;
  readonly signal?: AbortSignal;
}

/** Takes images of persons in, keeps and shows them; see `PrivateImages`. */
@Injectable()
export class ImageService implements PrivateImages {
  private readonly inMemory = new Admission(BYTES_AT_ONCE, LINE_MAX);
  private readonly drawing = new Admission(DRAWN_AT_ONCE, LINE_MAX);
  private readonly uploading = new Map<string, number>();
  /** Images that a form on its way may name, until when, and those that are just being taken away: never both. */
  private readonly sending = new Map<string, number>();
  private readonly removing = new Set<string>();
  private readonly sources: SentImagesSource[] = [];

  constructor(
    private readonly table: ImageTable,
    private readonly vault: Vault,
    private readonly policies: PolicySource<KnownPolicies>,
    private readonly clock: Clock,
    private readonly projections: ProjectionRunner,
  ) {}

  async upload(request: UploadRequest, file: UploadedFile): Promise<UploadedImageView | Refusal> {
    const { values } = this.policies.inForce('identity.rules');
    const { userId } = request;
    const running = this.uploading.get(userId) ?? 0;
    if (running >= OF_ONE_AT_ONCE) return refuse('image.too-many', { limit: OF_ONE_AT_ONCE });
    this.uploading.set(userId, running + 1);
    try {
      const weight = Math.min(file.declaredBytes ?? values.imageMaxBytes, values.imageMaxBytes);
      return await this.inMemory.run(weight, () => this.take(request, file));
    } finally {
      const left = (this.uploading.get(userId) ?? 1) - 1;
      if (left > 0) this.uploading.set(userId, left);
      else this.uploading.delete(userId);
    }
  }

  /** The person's own image; others' are not found. */
  async read(userId: string, imageId: string): Promise<Buffer | Refusal> {
    const row = await this.table.find(imageId);
    if (row?.user_id !== userId) return refuse('image.not-found');
    return this.jpegOf(row);
  }

  async readForStaff(imageId: string): Promise<StaffImage | Refusal> {
    const row = await this.table.find(imageId);
    if (row === undefined) return refuse('image.not-found');
    const jpeg = await this.jpegOf(row);
    if (isRefusal(jpeg)) return jpeg;
    const { id, user_id: userId, purpose, request_id: requestId, width, height } = row;
    return { id, userId, purpose, requestId, jpeg, width, height };
  }

  async remove(userId: string, imageId: string): Promise<null | Refusal> {
    if (!this.isSending(imageId) && (await this.taken(userId, imageId))) return null;
    const row = await this.table.find(imageId);
    return row?.user_id === userId ? refuse('image.already-used') : refuse('image.not-found');
  }

  /** What passes here may be named by an event in a moment, so it stays until it is attached or that moment is over. */
  async problem(userId: string, images: Readonly<Record<string, ImagePurpose>>): Promise<Refusal | undefined> {
    this.keepForForm(Object.keys(images));
    for (const [id, purpose] of Object.entries(images)) {
      const row = this.removing.has(id) ? undefined : await this.table.find(id);
      if (row?.user_id !== userId) return refuse('image.not-found');
      if (row.purpose !== purpose) return refuse('image.purpose-wrong');
      if (row.request_id !== null) return refuse('image.already-used');
    }
    return undefined;
  }

  async attach(userId: string, imageIds: readonly string[], requestId: string): Promise<void> {
    await this.table.attach(userId, imageIds, requestId);
  }

  register(...sources: readonly SentImagesSource[]): void {
    this.sources.push(...sources);
  }

  /**
   * Keeps what was sent so lately that its images may still wait, and answers what failed for single requests. Doing it again changes
   * nothing.
   * @throws when a source can't be read, or its read model is behind: then nothing is known to be kept
   */
  async keepSent({ now = this.clock.now(), signal }: KeepOptions = {}): Promise<readonly unknown[]> {
    const { imagesWaitingHours } = this.policies.inForce('identity.rules').values;
    const failed: unknown[] = [];
    for (const { projection, sent } of this.sources) {
      if (!(await this.projections.upToDate(projection, 'real')))
        throw new Error(`the read model ${projection} is behind`);
      for (const { userId, requestId, imageIds } of await sent(now, imagesWaitingHours * HOUR_MS)) {
        signal?.throwIfAborted();
        try {
          await this.attach(userId, await imageIds(), requestId);
        } catch (error) {
          if (isAway(error)) throw error;
          failed.push(error);
        }
      }
    }
    return failed;
  }

  /** Uploads that no form was sent with are kept for a while and then go; answers how many went. */
  sweep(): Promise<number> {
    const { values } = this.policies.inForce('identity.rules');
    const before = this.clock.now() - values.imagesWaitingHours * HOUR_MS;
    return this.table.removeWaiting(before, [...this.sending.keys()]);
  }

  private keepForForm(imageIds: readonly string[]): void {
    const now = performance.now();
    for (const [id, until] of this.sending) if (until <= now) this.sending.delete(id);
    for (const id of imageIds) this.sending.set(id, now + SENDING_MS);
  }

  private isSending(imageId: string): boolean {
    return (this.sending.get(imageId) ?? 0) > performance.now();
  }

  private async taken(userId: string, imageId: string): Promise<boolean> {
    this.removing.add(imageId);
    try {
      return await this.table.remove(userId, imageId);
    } finally {
      this.removing.delete(imageId);
    }
  }

  private async take(request: UploadRequest, file: UploadedFile): Promise<UploadedImageView | Refusal> {
    const { table, policies } = this;
    const policy = policies.inForce('identity.rules');
    const { values } = policy;
    const known = await table.ofUpload(request.userId, request.key);
    if (known === undefined && (await table.waiting(request.userId)) >= values.imagesWaitingMax)
      return refuse('image.too-many', { limit: values.imagesWaitingMax, ...decidedBy(policy) });
    // Images are under the limit, not at it.
    const original = await file.read(values.imageMaxBytes - 1);
    if (typeof original === 'string') return refusalOf(original, policy);
    try {
      return await this.draw(request, original, known);
    } finally {
      release(original);
    }
  }

  private async draw(request: UploadRequest, original: Buffer, known: ImageRow | undefined) {
    const policy = this.policies.inForce('identity.rules');
    const { values } = policy;
    const digest = createHash('sha256').update(original).digest();
    if (known !== undefined) return repeated(known, digest, request.purpose);
    const rules = { pixelsMin: values.imageMinPixels, pixelsMax: values.imageMaxPixels };
    const inspected = await inspectImage(original, rules);
    if (isRefusal(inspected)) return { ...inspected, params: { ...inspected.params, ...decidedBy(policy) } };
    const weight = inspected.whole ? DRAWN_AT_ONCE : 1;
    const made = await this.drawing.run(weight, () => makeImage(inspected));
    return isRefusal(made) ? made : this.store(request, made, digest);
  }

  private async store({ userId, purpose, key }: UploadRequest, made: MadeImage, digest: Buffer) {
    const { table, vault, clock } = this;
    const sealed = await vault.sealBytes(userId, CONTEXT, made.jpeg);
    // Events name the image by this id, so they bind the picture too.
    const id = imageIdOf(userId, purpose, sealed);
    const { width, height, hints } = made;
    const image = { id, userId, purpose, sealed, width, height, hints, bytes: made.jpeg.length };
    await table.add({ ...image, createdAt: clock.now(), uploadKey: key, uploadDigest: digest });
    const row = await table.ofUpload(userId, key);
    if (row === undefined) throw new Error('the image that was just stored is not there');
    return repeated(row, digest, purpose);
  }

  private async jpegOf({ id, user_id: userId }: ImageRow): Promise<Buffer | Refusal> {
    const { table, vault } = this;
    return (await openImage(table, vault, userId, id)) ?? refuse('image.not-found');
  }
}

/** The answer of the first time, for the same image and purpose; another under the same token is a mistake of the sender's. */
function repeated(row: ImageRow, digest: Buffer, purpose: ImagePurpose): UploadedImageView | Refusal {
  const isSame = row.purpose === purpose && row.upload_digest.equals(digest);
  return isSame ? imageView(row) : refuse('request.token-reused');
}

/** Gives the memory back at once: fifty unused photographs would wait for the garbage collector. */
function release(bytes: Buffer): void {
  (bytes.buffer as ArrayBuffer).transfer(0);
}

function refusalOf(problem: UploadProblem, policy: PolicyVersion<KnownPolicies['identity.rules']>): Refusal {
  const limitMegabytes = Math.floor(policy.values.imageMaxBytes / MEGABYTE);
  if (problem === 'too-large') return refuse('image.too-large', { limitMegabytes, ...decidedBy(policy) });
  return problem === 'malformed' ? refuse('request.malformed') : refuse('image.missing');
}
