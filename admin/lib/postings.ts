import { amount, format, ZERO } from '../../shared/money.js';

/** The exact sum, without trailing zeros; `'0'` of nothing. */
export function sumOf(amounts: readonly string[]): string {
  return format(amounts.reduce((sum, each) => sum + amount(each), ZERO));
}

/** The sum of each asset over postings, in order of asset. Double entry wants every one of them to be zero. */
export function sumByAsset(postings: readonly { asset: string; amount: string }[]): { asset: string; sum: string }[] {
  return [...Map.groupBy(postings, ({ asset }) => asset)]
    .map(([asset, lines]) => ({ asset, sum: sumOf(lines.map((line) => line.amount)) }))
    .sort((a, b) => (a.asset < b.asset ? -1 : 1));
}

/** The balance after each posting, newest first: the first stands at `balance`, each older one without its successors. */
export function runningBalances(balance: string, amountsNewestFirst: readonly string[]): string[] {
  let after = amount(balance);
  return amountsNewestFirst.map((posted) => {
    const running = format(after);
    after -= amount(posted);
    return running;
  });
}
