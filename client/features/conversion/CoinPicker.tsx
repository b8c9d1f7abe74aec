import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useInstruments } from '../../market/instruments';
import InstrumentPicker from '../market/InstrumentPicker';
import type { Pickable } from '../market/picker';
import type { ConvertibleCoin } from './conversion-form';

interface CoinPickerProps {
  title: string;
  coins: readonly ConvertibleCoin[];
  current: string;
  onChoose: (currency: string) => void;
  onClose: () => void;
}

/** One of all the coins that can be converted, with what is held of it. */
export default function CoinPicker({ title, coins, current, onChoose, onClose }: CoinPickerProps) {
  const { t } = useTranslation('conversion');
  const lines = useLines(coins);
  const ids = useMemo(() => coins.flatMap((coin) => (coin.held === undefined ? [] : [coin.currency])), [coins]);
  return (
    <InstrumentPicker
      title={title}
      lines={lines}
      own={{ label: t('held'), ids }}
      current={current}
      onChoose={onChoose}
      onClose={onClose}
    />
  );
}

/** Names in the reader's language and the decimals of prices follow with the catalogue; the list does not wait for it. */
function useLines(coins: readonly ConvertibleCoin[]): Pickable[] {
  const instruments = useInstruments().data;
  return useMemo(() => {
    const bySymbol = new Map(instruments?.map((each) => [each.symbol, each]));
    return coins.map(({ currency, name, class: kind, symbol, held }) => {
      const instrument = symbol === null ? undefined : bySymbol.get(symbol);
      return {
        id: currency,
        base: currency,
        quote: null,
        name: instrument?.name ?? name,
        class: kind,
        symbol,
        decimals: instrument?.priceDecimals ?? null,
        held,
      };
    });
  }, [coins, instruments]);
}
