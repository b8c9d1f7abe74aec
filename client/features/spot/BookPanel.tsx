import { memo, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InstrumentView } from '../../../contracts/market.contract';
import { cx } from '../../lib/cx';
import { toAmount, format as textOf } from '../../../shared/money';
import { useFormat } from '../../lib/format';
import { useSize } from '../../lib/use-size';
import { ownLevels, spreadOf, type Resting } from '../../market/book';
import { useBook } from '../../market/book-store';
import { OfferMenu, type OpenOffers } from '../../market/chart/OfferMenu';
import type { Offer } from '../../market/chart/trading';
import { useTape } from '../../market/tape-store';
import { useTicker } from '../../market/tickers';
import { Icon } from '../../ui/icons';
import { directionOf } from '../../ui/numbers';
import { Skeleton } from '../../ui/states';
import { AuctionStrip } from './AuctionStrip';
import { BookSide } from './BookSide';
import { BookSummary } from './BookSummary';
import type { Pointed } from './book-levels';
import { StaleMark } from './StaleMark';
import { BOOK_VIEWS, useTerminal } from './terminal-store';
import styles from './BookPanel.module.css';

const ROW_HEIGHT = 20;
const MIDDLE_HEIGHT = 36;
const STEPS = 5;

interface BookPanelProps {
  instrument: InstrumentView;
  /** The user's own orders that rest in this book. */
  own: readonly Resting[];
  /** What can be ordered at a price. */
  offers: (price: string) => readonly Offer[];
  /** For a phone's narrow column: price and quantity only. */
  narrow?: boolean;
}

/** The order book: asks above, bids below, depth bars behind; a click takes the price, with Shift the size up to there too, and a right click offers orders. */
export function BookPanel({ instrument, own, offers, narrow = false }: BookPanelProps) {
  const { t } = useTranslation(['spot', 'order']);
  const view = useTerminal((state) => state.bookView);
  const [power, setPower] = useState(0);
  const [pointed, setPointed] = useState<Pointed | null>(null);
  const [offered, setOffered] = useState<OpenOffers | null>(null);
  const [box, { height }] = useSize<HTMLDivElement>();
  useEffect(() => setPower(0), [instrument.symbol]);
  const step = toAmount(instrument.tickSize) * 10n ** BigInt(power);
  const limit = rowsOf(height, view);
  const there = useBook((state) => state.book !== null);
  const marks = useMemo(() => ({ ask: ownLevels(own, 'ask', step), bid: ownLevels(own, 'bid', step) }), [own, step]);
  const side = (name: 'ask' | 'bid') =>
    there && (
      <BookSide
        side={name}
        limit={limit}
        step={step}
        own={marks[name]}
        instrument={instrument}
        power={power}
        pointed={pointed?.side === name ? pointed.rank : null}
        onPoint={setPointed}
        onOffers={(price, at, opener) => setOffered({ offers: offers(price), at, opener })}
      />
    );
  return (
    <section className={cx(styles.panel, narrow && styles.narrow)} aria-label={t('book.title')} data-testid="book">
      <header className={styles.head}>
        {!narrow && <h2>{t('book.title')}</h2>}
        <StaleMark />
        <ViewSwitch />
        <StepSelect instrument={instrument} power={power} onChange={setPower} />
      </header>
      <AuctionStrip instrument={instrument} />
      <div className={styles.columns} aria-hidden="true">
        <span className={styles.first}>
          {narrow ? t('order:column.price') : t('book.price', { asset: instrument.quote })}
        </span>
        <span className={styles.end}>
          {narrow ? t('order:column.quantity') : t('book.quantity', { asset: instrument.base })}
        </span>
        {!narrow && <span className={styles.end}>{t('book.sum')}</span>}
      </div>
      <div className={styles.sides} ref={box}>
        {!there && <Skeleton rows={12} height={12} />}
        {view !== 'bids' && side('ask')}
        {there && <Middle instrument={instrument} />}
        {view !== 'asks' && side('bid')}
      </div>
      {offered && <OfferMenu open={offered} onClose={() => setOffered(null)} />}
      {there && pointed && !narrow && (
        <BookSummary pointed={pointed} step={step} limit={limit} instrument={instrument} />
      )}
    </section>
  );
}

const rowsOf = (height: number, view: (typeof BOOK_VIEWS)[number]): number =>
  Math.max(5, Math.floor((height - MIDDLE_HEIGHT) / (view === 'both' ? 2 : 1) / ROW_HEIGHT));

/** Drawn apart from the rows, which change many times a second. */
const ViewSwitch = memo(function ViewSwitch() {
  const { t } = useTranslation('spot');
  const { bookView, set } = useTerminal();
  return (
    <div className={styles.views} role="group" aria-label={t('book.view')}>
      {BOOK_VIEWS.map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={bookView === each}
          aria-label={t(`book.view.${each}`)}
          title={t(`book.view.${each}`)}
          onClick={() => set({ bookView: each })}
        >
          <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
            {each !== 'bids' && (
              <path className={styles.askMark} d={each === 'asks' ? 'M1 1h12v12H1z' : 'M1 1h12v5H1z'} />
            )}
            {each !== 'asks' && (
              <path className={styles.bidMark} d={each === 'bids' ? 'M1 1h12v12H1z' : 'M1 8h12v5H1z'} />
            )}
          </svg>
        </button>
      ))}
    </div>
  );
});

interface StepSelectProps {
  instrument: InstrumentView;
  power: number;
  onChange: (power: number) => void;
}

const StepSelect = memo(function StepSelect({ instrument, power, onChange }: StepSelectProps) {
  const { t } = useTranslation('spot');
  const format = useFormat();
  return (
    <select
      className={styles.step}
      aria-label={t('book.step')}
      value={power}
      onChange={(event) => onChange(Number(event.target.value))}
    >
      {Array.from({ length: STEPS }, (_, each) => (
        <option key={each} value={each}>
          {format.amount(textOf(toAmount(instrument.tickSize) * 10n ** BigInt(each)), 12)}
        </option>
      ))}
    </select>
  );
});

function Middle({ instrument }: { instrument: InstrumentView }) {
  const { t } = useTranslation('spot');
  return (
    <div className={styles.middle}>
      <LastOfBook instrument={instrument} />
      <Spread instrument={instrument} middleText={t('book.middle')} spreadText={t('book.spread')} />
    </div>
  );
}

function LastOfBook({ instrument }: { instrument: InstrumentView }) {
  const format = useFormat();
  // A contract has no ticker: its tape has the last price.
  const printed = useTape(({ trades }) => trades?.[0]?.price);
  const last = useTicker(instrument.symbol, 'last') ?? printed;
  const changePct = useTicker(instrument.symbol, 'changePct');
  const direction = changePct ? directionOf(changePct) : '';
  return (
    <b className={direction} data-testid="book-last">
      {last ? format.decimal(last, instrument.priceDecimals) : '–'}
      {direction && <Icon name={direction} size={14} />}
    </b>
  );
}

interface SpreadProps {
  instrument: InstrumentView;
  middleText: string;
  spreadText: string;
}

function Spread({ instrument, middleText, spreadText }: SpreadProps) {
  const format = useFormat();
  // As a text, so that a book whose best prices stand still draws nothing.
  const key = useBook(({ book }) => (book ? JSON.stringify(spreadOf(book)) : 'null'));
  const spread = useMemo(() => JSON.parse(key) as ReturnType<typeof spreadOf>, [key]);
  if (spread === null) return null;
  const { priceDecimals } = instrument;
  return (
    <dl>
      <div>
        <dt>{middleText}</dt>
        <dd>{format.decimal(spread.middle, priceDecimals + 1)}</dd>
      </div>
      <div title={`${format.amount(spread.percent, 4)}%`}>
        <dt>{spreadText}</dt>
        <dd>{format.decimal(spread.absolute, priceDecimals)}</dd>
      </div>
    </dl>
  );
}
