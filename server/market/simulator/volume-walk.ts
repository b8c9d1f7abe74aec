import { BEATS_PER_SECOND } from './beats.js';
import { chachaBlock } from './chacha.js';
import type { TreeParts } from './price-tree.js';
import { Purpose } from './purposes.js';
import { leftVolume, rootVolume, type Volume } from './volume.js';
import type { Root, Walk } from './walk.js';

/** What an instrument trades in the nodes on the way down a walk. */
export class VolumeWalk {
  private readonly volumes: Volume[] = [];
  /** Of the left half of each node, once a way has led to one of its halves. */
  private readonly lefts: (Volume | undefined)[] = [];
  private readonly words = new Uint32Array(16);
  private root!: Root;

  constructor(
    private readonly parts: Pick<TreeParts, 'word' | 'lotsPerDay' | 'tradesPerDay' | 'varianceOfDay' | 'volumeOf'>,
    private readonly walk: Walk,
  ) {}

  /** Of a node that the way has come to. */
  at(d: number): Volume {
    return this.volumes[d] as Volume;
  }

  /** After the walk has entered a root. */
  enter(root: Root): void {
    this.root = root;
    this.stand(0, this.parts.volumeOf?.(root.index) ?? this.drawn(root));
  }

  /** After the walk has cut node `d`: to one of its halves. */
  go(d: number, right: boolean): void {
    const whole = this.at(d);
    const left = (this.lefts[d] ??= whole.trades === 0 ? whole : this.leftOf(d, whole));
    this.stand(d + 1, right ? { lots: whole.lots - left.lots, trades: whole.trades - left.trades } : left);
  }

  private stand(d: number, volume: Volume): void {
    this.volumes[d] = volume;
    this.lefts[d] = undefined;
  }

  private drawn({ key, fromBeat }: Root): Volume {
    const { walk, parts, words } = this;
    chachaBlock(key.words, Purpose.VolumeRoot, parts.word, fromBeat / BEATS_PER_SECOND, 0, words);
    const usual = parts.varianceOfDay * walk.businessDays(0);
    const level = walk.startLevel[0] as number;
    return rootVolume(
      {
        lotsPerDay: parts.lotsPerDay(level),
        tradesPerDay: parts.tradesPerDay,
        tradingDays: walk.tradingDays(0),
        storm: usual > 0 ? walk.variance(0) / usual : 1,
      },
      words[0] as number,
    );
  }

  private leftOf(d: number, whole: Volume): Volume {
    const { walk, root, words, parts } = this;
    const tradingLeft = walk.tradingDaysLeft(d);
    const trading = [tradingLeft, walk.tradingDays(d) - tradingLeft] as const;
    if (trading[0] <= 0 || trading[1] <= 0) return trading[0] <= 0 ? { lots: 0, trades: 0 } : whole;
    const varianceLeft = walk.varianceLeft(d);
    const businessLeft = walk.businessDaysLeft(d);
    const stormLeft = varianceLeft / businessLeft;
    const stormRight = (walk.variance(d) - varianceLeft) / (walk.businessDays(d) - businessLeft);
    const surprise = stormLeft > 0 && stormRight > 0 ? stormLeft / stormRight : 1;
    const node = ((walk.from[d] as number) - root.fromBeat) * 64 + d;
    chachaBlock(root.key.words, Purpose.Volume, parts.word, root.fromBeat / BEATS_PER_SECOND, node, words);
    return leftVolume(whole, trading, surprise, [words[0] as number, words[1] as number]);
  }
}
