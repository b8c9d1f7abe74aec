import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { InstrumentView } from '../../contracts/market.contract';
import { useInstruments } from './instruments';
import { useWatchlists } from './watchlists';
import InstrumentPicker from '../features/market/InstrumentPicker';
import type { Pickable } from '../features/market/picker';

const NONE: InstrumentView[] = [];

interface SymbolPickerProps {
  /** The terminal that it leads to. */
  path: string;
  current: string;
  onClose: () => void;
}

/** Leads to another instrument's terminal. */
export default function SymbolPicker({ path, current, onClose }: SymbolPickerProps) {
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
      onChoose={(symbol) => void go(`${path}?symbol=${encodeURIComponent(symbol)}`)}
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
