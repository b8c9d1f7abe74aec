import type { RiskPremiumRow, RiskPremiumsView } from '../../../contracts/risk-premium.calls.js';

/** English texts of the page, by key: locales/en/risk-premium.json. */
export type PremiumTexts = Readonly<Record<string, string>>;

/** The published table in Markdown, as docs/model-card.md has it. */
export function premiumTable({ rows }: RiskPremiumsView, texts: PremiumTexts): string[] {
  return [
    '| group | drift, % a year | paid for | carry, % a year | deviation | Sharpe | variance premium, % | usual spread, bps: tightest, median, widest |',
    '| --- | --- | --- | --- | --- | --- | --- | --- |',
    ...rows.map((row) => tableRow(row, texts)),
  ];
}

function tableRow({ group, paidFor, drift, carry, variance, spreadBps }: RiskPremiumRow, texts: PremiumTexts): string {
  const percent = (share: number, decimals: number): string => (share * 100).toFixed(decimals);
  const [from, to] = [percent(drift.from, 0), percent(drift.to, 0)];
  const cells = [
    texts[`group.${group}`],
    from === to ? from : `${from} to ${to}`,
    texts[`reason.${paidFor}`],
    ...[percent(carry.income, 2), percent(carry.deviation, 2), carry.sharpe.toFixed(2)],
    percent(variance, 0),
    `${spreadBps.tightest}, ${spreadBps.median}, ${spreadBps.widest}`,
  ];
  return `| ${cells.join(' | ')} |`;
}
