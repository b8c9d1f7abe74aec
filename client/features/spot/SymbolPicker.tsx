import { Autocomplete } from '@base-ui/react/autocomplete';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { InstrumentView } from '../../../contracts/market.contract';
import { useFavourites } from '../../market/favourites';
import { useInstruments } from '../../market/instruments';
import { Logo } from '../../market/Logo';
import { useTicker, useTickerFeed } from '../../market/tickers';
import { Icon } from '../../ui/icons';
import ModalPanel from '../../ui/ModalPanel';
import { Change, Price } from '../../ui/numbers';
import { Empty } from '../../ui/states';
import { Tabs } from '../../ui/Tabs';
import { CATEGORIES, filterInstruments, type Category } from '../market/market-list';
import { useSearchText } from '../market/use-market-list';
import styles from './SymbolPicker.module.css';

const SHOWN = 60;

/** Finds another instrument: type, arrow down, Enter. */
export default function SymbolPicker({ onClose, current }: { onClose: () => void; current: string }) {
  const { t } = useTranslation('spot');
  const [typed, setTyped] = useState('');
  const [category, setCategory] = useState<Category>('all');
  const { data } = useInstruments();
  const { symbols } = useFavourites();
  const textOf = useSearchText();
  const found = useMemo(
    () => filterInstruments(data ?? [], category, symbols, typed, textOf).slice(0, SHOWN),
    [data, category, symbols, typed, textOf],
  );
  useTickerFeed(found.map((each) => each.symbol));
  return (
    <ModalPanel title={t('picker.title')} onClose={onClose} size={520} tall>
      <Autocomplete.Root
        open
        inline
        mode="none"
        autoHighlight="always"
        keepHighlight
        items={found}
        itemToStringValue={({ symbol }: InstrumentView) => symbol}
        value={typed}
        onValueChange={(text, { reason }) => reason !== 'item-press' && setTyped(text)}
      >
        <label className={styles.search}>
          <span className="hidden-visually">{t('picker.search')}</span>
          <Icon name="search" size={16} />
          <Autocomplete.Input data-autofocus type="search" placeholder={t('picker.search')} />
        </label>
        <Categories value={category} onChange={setCategory} />
        <Autocomplete.List aria-label={t('picker.title')} className={styles.list}>
          {(each: InstrumentView) => (
            <Option key={each.symbol} instrument={each} selected={each.symbol === current} onClose={onClose} />
          )}
        </Autocomplete.List>
      </Autocomplete.Root>
      {found.length === 0 && <Empty text={t('picker.empty')} />}
    </ModalPanel>
  );
}

function Categories({ value, onChange }: { value: Category; onChange: (value: Category) => void }) {
  const { t } = useTranslation('market');
  return (
    <Tabs
      label={t('categories')}
      value={value}
      onChange={onChange}
      tabs={CATEGORIES.map((each) => ({ value: each, label: t(`category.${each}`) }))}
    />
  );
}

interface OptionProps {
  instrument: InstrumentView;
  selected: boolean;
  onClose: () => void;
}

function Option({ instrument, selected, onClose }: OptionProps) {
  const ticker = useTicker(instrument.symbol);
  const go = useNavigate();
  const choose = () => {
    void go(`/currencyTrade?symbol=${encodeURIComponent(instrument.symbol)}`);
    onClose();
  };
  return (
    <Autocomplete.Item value={instrument} aria-selected={selected} className={styles.option} onClick={choose}>
      <span>
        <Logo base={instrument.base} size={22} /> <b>{instrument.base}</b>
        <small>/{instrument.quote}</small> <small>{instrument.name}</small>
      </span>
      <span>{ticker ? <Price value={ticker.last} decimals={instrument.priceDecimals} /> : '–'}</span>
      <span>{ticker && <Change value={ticker.changePct} />}</span>
    </Autocomplete.Item>
  );
}
