import type { RecordedEvent } from '../../core/event.js';
import { CONTENT_ID_DIGITS } from '../../core/stored-digest.js';
import { BesideCheck, headOf, placeOf, type BesideParts, type Place } from './beside.js';

const HOUR_MS = 3_600_000;
const IMAGE_ID = new RegExp(`"(image-[0-9a-f]{${CONTENT_ID_DIGITS}})"`, 'g');

const IMAGES = `SELECT id, user_id AS "userId",
    id = 'image-' || left(encode(sha256(convert_to(user_id || '/' || purpose || '/', 'UTF8') || sealed), 'hex'), ${CONTENT_ID_DIGITS}) AS right
  FROM private_images`;

/** Persons of whom something is sealed, and what is kept of their keys; all who have a row of a key. */
const KEYS = `SELECT coalesce(k.user_id, s.user_id) AS "userId", k.user_id IS NOT NULL AS there, k.wrapped
  FROM person_keys k FULL JOIN (
    SELECT user_id FROM logins WHERE sealed_address <> '' UNION SELECT user_id FROM private_images UNION SELECT user_id FROM factors
  ) s ON s.user_id = k.user_id`;

/** Opens what is kept of a person's key; needs the secret of the installation. */
export type OpensKey = (userId: string, wrapped: Buffer) => boolean;

/** Whether the images that events name are there and are the same, and whether only erased persons have lost their keys. */
export class PersonsCheck extends BesideCheck {
  readonly types = ['AccountErased'];
  private readonly images = new Map<string, Place & { readonly userId: string }>();
  private readonly erased = new Map<string, Place>();

  constructor(
    parts: BesideParts,
    private readonly opensKey: OpensKey | undefined,
  ) {
    super(parts, 'persons');
  }

  take(event: RecordedEvent): void {
    this.erased.set((event.data as { userId: string }).userId, placeOf(event));
  }

  /** The exact text of an event: searched for image ids in any field. */
  takeText(event: Place & { readonly data: string }): void {
    if (!event.data.includes('"image-')) return;
    for (const [, id = ''] of event.data.matchAll(IMAGE_ID)) {
      // The person's own event is the better place: it came before staff looked at the image.
      if ((this.images.get(id)?.at ?? Infinity) <= event.at) continue;
      const { userId } = JSON.parse(event.data) as { userId?: string };
      this.images.set(id, { ...placeOf(event), userId: userId ?? '' });
    }
  }

  async finish(heads: ReadonlyMap<string, number>): Promise<void> {
    await this.compareImages(heads);
    await this.compareKeys(heads);
  }

  private async compareImages(heads: ReadonlyMap<string, number>): Promise<void> {
    const { rows } = await this.parts.client.query<{ id: string; userId: string; right: boolean }>(IMAGES);
    const there = new Set<string>();
    for (const { id, userId, right } of rows) {
      there.add(id);
      const place = this.images.get(id) ?? headOf('real', heads);
      if (!right) this.find(place, `the image ${id} of ${userId} is not the one that was stored under this id`);
    }
    for (const [id, image] of this.images)
      if (!there.has(id) && !this.erased.has(image.userId) && this.isSettled(image))
        this.find(image, `the image ${id} of ${image.userId} is named here, and is gone`);
  }

  private async compareKeys(heads: ReadonlyMap<string, number>): Promise<void> {
    const { rows } = await this.parts.client.query<{ userId: string; there: boolean; wrapped: Buffer | null }>(KEYS);
    for (const { userId, there, wrapped } of rows) {
      const erased = this.erased.get(userId);
      if (erased !== undefined) {
        const isLate = this.parts.now - erased.at > HOUR_MS;
        if (wrapped !== null && isLate)
          this.find(erased, `${userId} was erased, and the key of the person is still there`);
      } else if (!there) this.find(headOf('real', heads), `the key of ${userId} is gone, and nobody erased the person`);
      else if (wrapped === null)
        this.find(headOf('real', heads), `the key of ${userId} was destroyed, and no event erased the person`);
      else if (this.opensKey?.(userId, wrapped) === false)
        this.find(headOf('real', heads), `the key of ${userId} cannot be opened with the secret of this installation`);
    }
  }
}
