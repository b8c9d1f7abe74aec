import { ANSWERS_DIGEST } from '../../engine/history/checkpoint-key.js';
import type { SignedCheckpoint } from '../checkpoint.check.js';
import { BesideCheck, type BesideParts } from './beside.js';

/** Whether the answers that repeats of commands get are those that each checkpoint signed; what is younger is bound by nothing yet. */
export class AnswersCheck extends BesideCheck {
  readonly types = [];

  constructor(
    parts: BesideParts,
    private readonly checkpoints: readonly SignedCheckpoint[],
  ) {
    super(parts, 'answers');
  }

  take(): void {
    // Answers are compared with checkpoints alone.
  }

  async finish(): Promise<void> {
    for (const realm of new Set(this.checkpoints.map((checkpoint) => checkpoint.realm))) await this.compare(realm);
  }

  private async compare(realm: string): Promise<void> {
    const own = this.checkpoints.filter((checkpoint) => checkpoint.realm === realm);
    own.sort((one, other) => one.position - other.position);
    // A bucket ends with its checkpoint.
    const { rows } = await this.parts.client.query<{ bucket: number; digest: string }>(
      `SELECT width_bucket(signed_from - 1, $2::bigint[]) AS bucket, ${ANSWERS_DIGEST} AS digest
         FROM answers WHERE realm = $1 GROUP BY 1`,
      [realm, own.map(({ position }) => position)],
    );
    const digests = new Map(rows.map(({ bucket, digest }) => [bucket, digest]));
    for (const [bucket, { position, answers }] of own.entries()) {
      const from = (own[bucket - 1]?.position ?? 0) + 1;
      if ((digests.get(bucket) ?? NO_ANSWERS) !== answers)
        this.find(
          { realm, position },
          `the answers to the commands of ${from} to ${position} are not those that were signed`,
        );
    }
  }
}

/** SHA-256 of nothing. */
const NO_ANSWERS = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
