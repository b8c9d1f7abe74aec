import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { z } from 'zod';
import {
  CONTENT_LIMITS,
  isLegal,
  type ContentChanged,
  type ContentFields,
  type ContentKind,
  type decideContentBody,
  type saveContentBody,
} from '../../../contracts/content.contract.js';
import { Clock } from '../../core/clock.js';
import { type CommandContext, Commands, type HouseCommand, type RequestToken } from '../../core/command.js';
import { Refused, refuse, type Refusal } from '../../core/refusal.js';
import { ProjectionRunner } from '../../engine/projections/runner.js';
import { Writers } from '../../engine/writer/writers.js';
import { projectRoot } from '../../edge/project-root.js';
import { loadStream } from '../../engine/writer/loader.js';
import { languagesLacking, readSeeds } from './content-seeds.js';
import { PublishContent, SaveContentDraft, SeedContent, WithdrawContent } from './content.commands.js';
import { contentKind, isAsSeeded, type ContentState } from './content.decider.js';
import { ContentQuery } from './content.query.js';

const SEEDS = join(projectRoot, 'seeds', 'content');
const SEEDS_ACTOR = 'system:seeds';

interface Known {
  readonly version: number;
  readonly isUntouched: boolean;
  /** What its last event says. */
  readonly newest: ContentFields & { readonly kind: ContentKind };
}

/** What staff do with content, and the texts of a new installation. */
@Injectable()
export class ContentService {
  constructor(
    private readonly pool: Pool,
    private readonly writers: Writers,
    private readonly commands: Commands,
    private readonly projections: ProjectionRunner,
    private readonly query: ContentQuery,
    private readonly clock: Clock,
  ) {}

  async save(
    staffId: string,
    request: z.output<typeof saveContentBody>,
    requestToken: RequestToken | undefined,
  ): Promise<ContentChanged | Refusal> {
    // Not decided by the writer, because no stream knows of all: two editors in one moment may end one above the limit.
    if (request.expectedVersion === 0 && (await this.entries()) >= CONTENT_LIMITS.entries)
      return refuse('content.too-many', { limit: CONTENT_LIMITS.entries });
    return this.change(new SaveContentDraft(this.by(staffId, requestToken), request));
  }

  publish(
    staffId: string,
    request: z.output<typeof decideContentBody>,
    requestToken: RequestToken | undefined,
  ): Promise<ContentChanged | Refusal> {
    return this.change(new PublishContent(this.by(staffId, requestToken), { ...request, staffId }));
  }

  withdraw(
    staffId: string,
    request: z.output<typeof decideContentBody>,
    requestToken: RequestToken | undefined,
  ): Promise<ContentChanged | Refusal> {
    return this.change(new WithdrawContent(this.by(staffId, requestToken), request));
  }

  /**
   * Publishes what the seeds have, and withdraws what they have no more: another version of the product may say something else. What staff
   * wrote or changed stays, and so do legal texts. Answers how many entries changed.
   */
  async seed(): Promise<number> {
    await this.writers.start();
    const known = await this.known();
    const all = readSeeds(SEEDS);
    const seeds = all.filter((seed) => languagesLacking(seed).length === 0);
    const now = this.clock.now();
    const context = { realm: 'house', at: now, actor: SEEDS_ACTOR };
    const changed = seeds.filter((seed) => {
      const before = known.get(seed.slug);
      return before === undefined || (before.isUntouched && !isLegal(seed.kind) && !isAsSeeded(before.newest, seed));
    });
    const slugs = new Set(all.map(({ slug }) => slug));
    const gone = [...known].filter(
      ([slug, { isUntouched, newest }]) => isUntouched && !isLegal(newest.kind) && !slugs.has(slug),
    );
    const commands = [
      ...changed.map((seed) => new SeedContent(context, { ...seed, publishedAt: seed.publishedAt ?? now })),
      ...gone.map(([slug, { version }]) => new WithdrawContent(context, { slug, expectedVersion: version })),
    ];
    await Promise.all(
      commands.map(async (command) => {
        const result = await this.execute(command);
        if (!result.ok) throw new Refused(`the seed ${command.data.slug}`, result.refusal);
      }),
    );
    return commands.length;
  }

  /** Every entry that there ever was; untouched is what the seeds alone published. */
  private async known(): Promise<ReadonlyMap<string, Known>> {
    const { rows } = await this.pool.query<{ slug: string; version: number; isUntouched: boolean; newest: string }>(
      `SELECT DISTINCT ON (stream) substr(stream, 9) AS slug, version, data AS newest,
              bool_and(actor = $1 AND type = 'ContentPublished') OVER (PARTITION BY stream) AS "isUntouched"
         FROM events WHERE realm = 'house' AND stream LIKE 'content-%' ORDER BY stream, version DESC`,
      [SEEDS_ACTOR],
    );
    return new Map(
      rows.map(({ slug, newest, ...row }) => [slug, { ...row, newest: JSON.parse(newest) as Known['newest'] }]),
    );
  }

  /** An entry as it stood at a version of its stream; `null` before the first. */
  async at(slug: string, streamVersion: number): Promise<ContentState> {
    const { state } = await loadStream(this.writers.store, 'house', contentKind, slug, streamVersion);
    return state;
  }

  private by(staffId: string, requestToken: RequestToken | undefined): CommandContext {
    return { realm: 'house', at: this.clock.now(), actor: `staff:${staffId}`, requestToken };
  }

  private async change(command: HouseCommand<unknown, ContentChanged>): Promise<ContentChanged | Refusal> {
    const result = await this.execute(command);
    return result.ok ? result.answer : result.refusal;
  }

  /** Answers once the lists show it: who has just published looks at once. */
  private async execute(command: HouseCommand<unknown, ContentChanged>) {
    const { commands, projections, query } = this;
    const result = await commands.execute(command);
    if (result.ok) {
      await projections.waitFor('content', 'house', result.position);
      query.clear();
    }
    return result;
  }

  private async entries(): Promise<number> {
    const { rows } = await this.pool.query<{ n: number }>('SELECT count(*)::bigint AS n FROM content_entries');
    return rows[0]?.n ?? 0;
  }
}
