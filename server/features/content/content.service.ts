import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { z } from 'zod';
import {
  CONTENT_LIMITS,
  type ContentChanged,
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
import { contentKind, type ContentState } from './content.decider.js';
import { ContentQuery } from './content.query.js';

const SEEDS = join(projectRoot, 'seeds', 'content');

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

  /** Publishes what the seeds have and this installation never had; what staff wrote stays. Answers how many. */
  async seed(): Promise<number> {
    const { pool, writers, clock } = this;
    await writers.start();
    const { rows } = await pool.query<{ slug: string }>(
      `SELECT substr(stream, 9) AS slug FROM events WHERE realm = 'house' AND version = 1 AND stream LIKE 'content-%'`,
    );
    const known = new Set(rows.map(({ slug }) => slug));
    const fresh = readSeeds(SEEDS).filter((seed) => !known.has(seed.slug) && languagesLacking(seed).length === 0);
    const now = clock.now();
    await Promise.all(
      fresh.map(async (seed) => {
        const context = { realm: 'house', at: now, actor: 'system:seeds' };
        const data = { ...seed, publishedAt: seed.publishedAt ?? now };
        const result = await this.execute(new SeedContent(context, data));
        if (!result.ok) throw new Refused(`the seed ${seed.slug}`, result.refusal);
      }),
    );
    return fresh.length;
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
