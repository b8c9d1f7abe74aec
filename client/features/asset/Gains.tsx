import { useTranslation } from 'react-i18next';
import type { AssetsView } from '../../../contracts/asset.contract';
import { toAmount } from '../../../shared/money';
import { useFormat } from '../../lib/format';
import type { Gain } from './performance';
import { useAmounts } from './use-amounts';
import { usePerformance } from './use-performance';
import styles from './AssetPage.module.css';

/** The result of today, of what is held, and of what was sold. */
export function Gains({ assets }: { assets: AssetsView }) {
  const { t } = useTranslation('asset');
  const performance = usePerformance(assets);
  if (performance === undefined) return null;
  return (
    <dl className={styles.gains}>
      {(['today', 'unrealised', 'realised'] as const).map((name) => (
        <div key={name} title={t(`pnl.${name}Hint`)}>
          <dt>{t(`pnl.${name}`)}</dt>
          <dd data-testid={`pnl-${name}`}>
            <GainText gain={performance[name]} estimate={name !== 'realised'} unit="USDT" />
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface GainTextProps {
  gain: Gain;
  /** Rests on prices of now. */
  estimate: boolean;
  unit?: string;
}

/** A gain with its sign, its colour and, where there is one, its per cent. */
export function GainText({ gain: { usdt, percent }, estimate, unit }: GainTextProps) {
  const format = useFormat();
  const amounts = useAmounts();
  const value = toAmount(usdt);
  const sign = value > 0n ? '+' : '';
  const amount = amounts(`${sign}${format.amount(usdt, 2, 2)}${unit === undefined ? '' : ` ${unit}`}`);
  return (
    <span className={value < 0n ? 'down' : value > 0n ? 'up' : undefined}>
      {estimate && '≈ '}
      {amount}
      {percent !== null && ` (${format.percent(percent)})`}
    </span>
  );
}
