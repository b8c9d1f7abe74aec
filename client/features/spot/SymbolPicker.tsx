import { useMemo, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { InstrumentView } from '../../../contracts/market.contract';
import { cx } from '../../lib/cx';
import { useFavourites } from '../../market/favourites';
import { useInstruments } from '../../market/instruments';
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
  const [at, setAt] = useState(0);
  const go = useNavigate();
  const { data } = useInstruments();
  const { symbols } = useFavourites();
  const textOf = useSearchText();
  const found = useMemo(
    () => filterInstruments(data ?? [], category, symbols, typed, textOf).slice(0, SHOWN),
    [data, category, symbols, typed, textOf],
  );
  useTickerFeed(found.map((each) => each.symbol));
  const choose = (symbol: string | undefined) => {
    if (symbol === undefined) return;
    void go(`/currencyTrade?symbol=${encodeURIComponent(symbol)}`);
    onClose();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // The Enter that ends the composing of a word chooses nothing yet.
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) return choose(found[at]?.symbol);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = Math.min(Math.max(at + step, 0), found.length - 1);
    setAt(next);
    document.getElementById(`pick-${next}`)?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <ModalPanel title={t('picker.title')} onClose={onClose} size={520} tall>
      <SearchField
        value={typed}
        active={found.length > 0 ? `pick-${at}` : undefined}
        onChange={(text) => (setTyped(text), setAt(0))}
        onKeyDown={onKeyDown}
      />
      <Categories value={category} onChange={(next) => (setCategory(next), setAt(0))} />
      {found.length === 0 ? (
        <Empty text={t('picker.empty')} />
      ) : (
        <ul id="pick-list" role="listbox" aria-label={t('picker.title')} className={styles.list}>
          {found.map((each, index) => (
            <Option
              key={each.symbol}
              id={`pick-${index}`}
              instrument={each}
              active={index === at}
              selected={each.symbol === current}
              onChoose={() => choose(each.symbol)}
            />
          ))}
        </ul>
      )}
    </ModalPanel>
  );
}

interface SearchFieldProps {
  value: string;
  active: string | undefined;
  onChange: (text: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

function SearchField({ value, active, onChange, onKeyDown }: SearchFieldProps) {
  const { t } = useTranslation('spot');
  return (
    <label className={styles.search}>
      <span className="hidden-visually">{t('picker.search')}</span>
      <Icon name="search" size={16} />
      <input
        data-autofocus
        type="search"
        role="combobox"
        aria-expanded="true"
        aria-controls="pick-list"
        aria-activedescendant={active}
        placeholder={t('picker.search')}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
      />
    </label>
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
  id: string;
  instrument: InstrumentView;
  active: boolean;
  selected: boolean;
  onChoose: () => void;
}

function Option({ id, instrument, active, selected, onChoose }: OptionProps) {
  const ticker = useTicker(instrument.symbol);
  return (
    <li
      id={id}
      role="option"
      aria-selected={selected}
      className={cx(styles.option, active && styles.active)}
      onClick={onChoose}
    >
      <span>
        <b>{instrument.base}</b>
        <small>/{instrument.quote}</small> <small>{instrument.name}</small>
      </span>
      <span>{ticker ? <Price value={ticker.last} decimals={instrument.priceDecimals} /> : '–'}</span>
      <span>{ticker && <Change value={ticker.changePct} />}</span>
    </li>
  );
}
