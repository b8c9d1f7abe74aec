import type { LogConsistencyView, PublicLogView } from '../../../contracts/public-log.contract';
import { fromBase64 } from '../../../shared/base64';
import { isConsistent } from '../../../shared/merkle-proof';

/** The newest checkpoint of a realm's log that this browser saw and found right. */
export interface SeenLog {
  readonly origin: string;
  readonly size: number;
  readonly root: string;
  /** When it was made, milliseconds since the Unix epoch. */
  readonly at: number;
}

const keyOf = (realm: string): string => `glassbook.log.${realm}`;

/** `undefined` where nothing is kept. */
export function keptLog(realm: string): SeenLog | undefined {
  const text = localStorage.getItem(keyOf(realm));
  try {
    return text === null ? undefined : (JSON.parse(text) as SeenLog);
  } catch {
    return undefined;
  }
}

export function keepLog({ realm, origin, size, root, at }: PublicLogView): void {
  const seen: SeenLog = { origin, size, root, at };
  localStorage.setItem(keyOf(realm), JSON.stringify(seen));
}

/** Whether a log goes on from the one that was seen. `proof`: of consistency, where it is longer. */
export function isContinued(
  seen: SeenLog,
  shown: Pick<PublicLogView, 'origin' | 'size' | 'root'>,
  proof: LogConsistencyView['proof'],
): boolean {
  const [oldRoot, newRoot, ...hashes] = [seen.root, shown.root, ...proof].map((text) => fromBase64(text));
  if (oldRoot === undefined || newRoot === undefined || seen.origin !== shown.origin) return false;
  const known = hashes.filter((hash) => hash !== undefined);
  const sizes = { oldSize: seen.size, newSize: shown.size };
  return known.length === proof.length && isConsistent({ ...sizes, oldRoot, newRoot, proof: known });
}
