/** Empty blocks have no row to be found by their hash, so the newest ones are computed. */
const EMPTY_SEARCHED = 200;

interface Block {
  readonly hash: string;
  readonly height: number;
}

/**
 * The newest blocks of networks by their hash. They take thousands of digests and any client may query any hash, so they are
 * computed once a block and not once a query.
 */
export class RecentBlocks {
  private readonly known = new Map<string, { tip: number; heights: Promise<ReadonlyMap<string, number>> }>();

  heights(
    network: string,
    tip: number,
    blocksFrom: (height: number) => Promise<readonly Block[]>,
  ): Promise<ReadonlyMap<string, number>> {
    const known = this.known.get(network);
    if (known?.tip === tip) return known.heights;
    const heights = blocksFrom(Math.max(0, tip - EMPTY_SEARCHED)).then(
      (blocks) => new Map(blocks.map(({ hash, height }) => [hash, height])),
    );
    this.known.set(network, { tip, heights });
    // Waiting callers get this error; the next one retries.
    heights.catch(() => this.known.delete(network));
    return heights;
  }
}
