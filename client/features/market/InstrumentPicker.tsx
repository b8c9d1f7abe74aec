import { Autocomplete } from '@base-ui/react/autocomplete';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Logo } from '../../market/Logo';
import { useTicker, useTickerFeed } from '../../market/tickers';
import { useFormat } from '../../lib/format';
import { Icon } from '../../ui/icons';
import ModalPanel from '../../ui/ModalPanel';
import { Change, Price } from '../../ui/numbers';
import { Empty } from '../../ui/states';
import { Tabs } from '../../ui/Tabs';
import { LINES_MAX, PICKER_TABS, pickable, type Pickable, type PickerTab } from './picker';
import { useSearchText } from './use-market-list';
import styles from './Picker.module.css';

interface InstrumentPickerProps {
  title: string;
  /** In the order in which they stand while nothing is typed. */
  lines: readonly Pickable[];
  /** The name of the first tab, and the IDs on it. */
  own: { label: string; ids: readonly string[] };
  current: string;
  onChoose: (id: string) => void;
  onClose: () => void;
}

/** Finds one of thousands: type, arrow down, Enter. */
export default function InstrumentPicker({ title, lines, own, current, onChoose, onClose }: InstrumentPickerProps) {
  const { t } = useTranslation('market');
  const [typed, setTyped] = useState('');
  const [tab, setTab] = useState<PickerTab>('all');
  const textOf = useSearchText();
  const found = useMemo(
    () => pickable(lines, { tab, own: new Set(own.ids), typed, textOf: (one) => textOf(searched(one)) }),
    [lines, tab, own.ids, typed, textOf],
  );
  const shown = useMemo(() => found.slice(0, LINES_MAX), [found]);
  useTickerFeed(shown.flatMap(({ symbol }) => symbol ?? []));
  const choose = (id: string) => {
    onChoose(id);
    onClose();
  };
  return (
    <ModalPanel title={title} onClose={onClose} size={520} tall>
      <Autocomplete.Root
        open
        inline
        mode="none"
        autoHighlight="always"
        keepHighlight
        items={shown}
        itemToStringValue={({ id }: Pickable) => id}
        value={typed}
        onValueChange={(text, { reason }) => reason !== 'item-press' && setTyped(text)}
      >
        <label className={styles.search}>
          <span className="hidden-visually">{t('search')}</span>
          <Icon name="search" size={16} />
          <Autocomplete.Input data-autofocus type="search" placeholder={t('search')} />
        </label>
        <Tabs
          label={t('categories')}
          value={tab}
          onChange={setTab}
          tabs={PICKER_TABS.map((value) => ({ value, label: value === 'own' ? own.label : t(`category.${value}`) }))}
        />
        <Autocomplete.List aria-label={title} className={styles.list}>
          {(one: Pickable) => <Line key={one.id} one={one} selected={one.id === current} onChoose={choose} />}
        </Autocomplete.List>
      </Autocomplete.Root>
      <Count found={found.length} />
    </ModalPanel>
  );
}

/** An asset is found by the texts of the instrument that prices it. */
const searched = (one: Pickable) => ({
  symbol: one.symbol ?? one.id,
  base: one.base,
  name: one.name,
  class: one.class,
});

/** How many match, told as one types; and that not all of them are drawn. */
function Count({ found }: { found: number }) {
  const { t } = useTranslation('market');
  const format = useFormat();
  if (found === 0) return <Empty text={t('empty')} />;
  const isCut = found > LINES_MAX;
  return (
    <p className={isCut ? styles.count : 'hidden-visually'} role="status">
      {isCut
        ? t('picker.first', { shown: format.count(LINES_MAX), total: format.count(found) })
        : t('found', { count: found })}
    </p>
  );
}

interface LineProps {
  one: Pickable;
  selected: boolean;
  onChoose: (id: string) => void;
}

function Line({ one, selected, onChoose }: LineProps) {
  const { id, base, quote, name, held } = one;
  return (
    <Autocomplete.Item
      value={one}
      aria-selected={selected}
      className={styles.option}
      data-id={id}
      onClick={() => onChoose(id)}
    >
      <span>
        <Logo base={base} size={22} /> <b>{base}</b>
        {quote !== null && <small>/{quote}</small>} <small>{name}</small>
      </span>
      {held !== undefined && <small className={styles.held}>{held}</small>}
      {one.symbol !== null && <Ticked symbol={one.symbol} decimals={one.decimals} />}
    </Autocomplete.Item>
  );
}

function Ticked({ symbol, decimals }: { symbol: string; decimals: number | null }) {
  const ticker = useTicker(symbol);
  return (
    <>
      <span>{ticker && decimals !== null ? <Price value={ticker.last} decimals={decimals} /> : '–'}</span>
      <span>{ticker && <Change value={ticker.changePct} />}</span>
    </>
  );
}
