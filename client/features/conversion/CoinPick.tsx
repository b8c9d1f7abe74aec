import { preloaded } from '../../lib/preloaded';
import { Icon } from '../../ui/icons';
import { Logo } from '../../market/Logo';
import styles from '../transfer/Money.module.css';
import type { ConvertibleCoin } from './conversion-form';

const usePicker = preloaded(() => import('./CoinPicker'), 'market');

interface CoinPickProps {
  label: string;
  currency: string;
  coins: readonly ConvertibleCoin[];
  onChange: (currency: string) => void;
}

/** The coin of an amount, and the way to another of thousands. */
export function CoinPick({ label, currency, coins, onChange }: CoinPickProps) {
  const [CoinPicker, picking, setPicking] = usePicker();
  return (
    <>
      <button
        type="button"
        className={styles.pick}
        aria-haspopup="dialog"
        aria-busy={picking && CoinPicker === undefined}
        onClick={() => setPicking(true)}
      >
        <Logo base={currency} size={20} />
        <span>
          <span className="hidden-visually">{label}: </span>
          {currency}
        </span>
        <Icon name="down" size={14} />
      </button>
      {picking && CoinPicker && (
        <CoinPicker
          title={label}
          coins={coins}
          current={currency}
          onChoose={onChange}
          onClose={() => setPicking(false)}
        />
      )}
    </>
  );
}
