import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { InstrumentView } from '../../../contracts/market.contract';
import { useInstruments } from '../../market/instruments';
import { useWatchlists } from '../../market/watchlists';
import InstrumentPicker from '../market/InstrumentPicker';
import type { Pickable } from '../market/picker';

const NONE: InstrumentView[] = [];

/** Leads to another instrument's terminal. */
export default function SymbolPicker({ onClose, current }: { onClose: () => void; current: string }) {
  const { t } = useTranslation(['spot', 'market']);
  const go = useNavigate();
  const instruments = useInstruments().data ?? NONE;
  const { name, symbols } = useWatchlists().current;
  const lines = useMemo(() => instruments.map(lineOf), [instruments]);
  return (
    <InstrumentPicker
      title={t('picker.title')}
      lines={lines}
      own={{ label: name ?? t('market:category.favourites'), ids: symbols }}
      current={current}
      onChoose={(symbol) => void go(`/currencyTrade?symbol=${encodeURIComponent(symbol)}`)}
      onClose={onClose}
    />
  );
}

const lineOf = ({ symbol, base, quote, name, class: kind, priceDecimals }: InstrumentView): Pickable => ({
  id: symbol,
  base,
  quote,
  name,
  class: kind,
  symbol,
  decimals: priceDecimals,
});
