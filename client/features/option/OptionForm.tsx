import { useMemo, useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { InstrumentView } from '../../../contracts/market.contract';
import {
  OPTION_DELIVERIES,
  OPTION_DIRECTIONS,
  STAKE_DECIMALS,
  type OptionDelivery,
  type OptionDirection,
  type OptionQuote,
  type OptionTerms,
} from '../../../contracts/option.contract';
import { pathOf } from '../../app/routes';
import { cx } from '../../lib/cx';
import { useFormat } from '../../lib/format';
import { useAmounts } from '../asset/use-amounts';
import { Button } from '../../ui/Button';
import { DecimalInput } from '../../ui/DecimalInput';
import { hasStake, objectionsOf, rowOf, type Bet } from './option-form';
import { QuoteFacts } from './QuoteFacts';
import { useBuyOption } from './use-buy-option';
import { useQuote, useStanding, useTerms } from './use-options';
import order from '../../orders/OrderForm.module.css';
import styles from './Option.module.css';

/** One bet: where the price goes, by when, and with how much. Everything that it costs stands there before the click. */
export function OptionForm({ instrument }: { instrument: InstrumentView }) {
  const { t } = useTranslation('option');
  const { symbol } = instrument;
  const [choice, setChoice] = useState<Omit<Bet, 'symbol'>>({ direction: 'rise', delivery: '300s', stake: '' });
  const form = useRef<HTMLFormElement>(null);
  const bet = useBet(symbol, choice);
  const terms = useTerms(symbol).data;
  const row = rowOf(terms?.items[0], bet.delivery);
  const quote = useQuote(bet);
  const payoutRate = quote?.payoutRate ?? row?.payouts?.[bet.direction] ?? null;
  const [tried, setTried] = useState(false);
  // The next bet begins with an empty stake: nothing invites to repeat or double one.
  const buying = useBuyOption(() => {
    setTried(false);
    setChoice((now) => ({ ...now, stake: '' }));
  });
  const warned = useStanding().data?.warningConfirmedAt;
  const change = (changes: Partial<Bet>) => {
    buying.forget();
    setTried(false);
    setChoice({ ...choice, ...changes });
  };
  const wrong = useWrong({ bet, quote, row, tried, refused: buying.refused });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (warned === null) return void (await buying.warn());
    setTried(true);
    if (!hasStake(bet) || payoutRate === null) return focusStake(form.current);
    const chances = quote?.chances ?? row?.chances ?? null;
    const figures = { payoutRate, wins: quote?.wins ?? null, chances, cost: quote?.cost ?? null };
    await buying.buy(bet, payoutRate, figures);
  };
  return (
    <form
      ref={form}
      className={order.form}
      aria-label={t('form.title')}
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      <Directions value={bet.direction} onChange={(direction) => change({ direction })} />
      <Deliveries terms={terms?.items[0]} bet={bet} onChange={(delivery) => change({ delivery })} />
      <Available />
      <DecimalInput
        name="stake"
        label={t('field.stake')}
        unit="USDT"
        value={bet.stake}
        decimals={STAKE_DECIMALS}
        step="1"
        onChange={(stake) => change({ stake })}
        error={wrong.stake}
      />
      <QuoteFacts row={row} quote={quote} rules={quote?.rules ?? terms?.rules} />
      {wrong.form && <Refused text={wrong.form} />}
      <Submit direction={bet.direction} warned={warned !== null} busy={buying.busy} />
    </form>
  );
}

interface SubmitProps {
  direction: OptionDirection;
  /** Whether the warning of first use was read. */
  warned: boolean;
  busy: boolean;
}

function Submit({ direction, warned, busy }: SubmitProps) {
  const { t } = useTranslation('option');
  const kind = direction === 'rise' ? 'buy' : 'sell';
  return (
    <Button type="submit" kind={warned ? kind : 'primary'} wide busy={busy} className={order.submit ?? ''}>
      {t(warned ? `form.buy.${direction}` : 'warning.read')}
    </Button>
  );
}

/** The same object as long as nothing changed: the quote waits until typing rests. */
function useBet(symbol: string, { direction, delivery, stake }: Omit<Bet, 'symbol'>): Bet {
  return useMemo(() => ({ symbol, direction, delivery, stake }), [symbol, direction, delivery, stake]);
}

interface WrongOf {
  bet: Bet;
  quote: OptionQuote | undefined;
  row: ReturnType<typeof rowOf>;
  tried: boolean;
  refused: ReturnType<typeof useBuyOption>['refused'];
}

/** The refusal of the last click, else what the server would refuse now; an empty stake is no fault before the click. */
function useWrong({ bet, quote, row, tried, refused }: WrongOf) {
  const { t } = useTranslation('refusal');
  const objections = objectionsOf(quote?.problems ?? (row?.problem ? [row.problem] : []));
  const missing = tried && !hasStake(bet) ? t('asset.amount-zero') : undefined;
  const refusedAt = refused === null ? undefined : refused.field === 'stake' ? 'stake' : 'form';
  return {
    stake: refusedAt === 'stake' ? refused?.message : (objections.stake ?? missing),
    form: refusedAt === 'form' ? refused?.message : objections.form,
  };
}

const Refused = ({ text }: { text: string }) => (
  <p role="alert" className={order.refused}>
    {text}
  </p>
);

const focusStake = (form: HTMLFormElement | null) => form?.querySelector<HTMLElement>('[name=stake]')?.focus();

function Directions({ value, onChange }: { value: OptionDirection; onChange: (value: OptionDirection) => void }) {
  const { t } = useTranslation('option');
  return (
    <div className={order.sides} role="group" aria-label={t('field.direction')}>
      {OPTION_DIRECTIONS.map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={value === each}
          className={cx(order.side, each === 'rise' ? order.buy : order.sell)}
          onClick={() => onChange(each)}
        >
          {t(`direction.${each}`)}
        </button>
      ))}
    </div>
  );
}

interface DeliveriesProps {
  terms: OptionTerms | undefined;
  bet: Bet;
  onChange: (delivery: OptionDelivery) => void;
}

/** Each delivery time with what it pays; one that is not sold now says so, and why once it is chosen. */
function Deliveries({ terms, bet, onChange }: DeliveriesProps) {
  const { t } = useTranslation('option');
  const format = useFormat();
  return (
    <fieldset className={styles.deliveries}>
      <legend>{t('field.delivery')}</legend>
      {OPTION_DELIVERIES.map((delivery) => {
        const row = rowOf(terms, delivery);
        const rate = row?.payouts?.[bet.direction];
        const isSold = row !== undefined && row.problem === null && rate !== undefined;
        return (
          <label key={delivery} data-sold={row === undefined || isSold}>
            <input
              type="radio"
              name="delivery"
              value={delivery}
              checked={bet.delivery === delivery}
              onChange={() => onChange(delivery)}
            />
            <b>{t(`delivery.${delivery}`)}</b>
            <span>{row === undefined ? '–' : isSold ? format.share(rate, 2) : t('form.notSold')}</span>
          </label>
        );
      })}
    </fieldset>
  );
}

/** What the options account has, and the way to move more there. */
function Available() {
  const { t } = useTranslation('option');
  const format = useFormat();
  const amounts = useAmounts();
  const available = useStanding().data?.available;
  return (
    <p className={order.available}>
      <span>{t('form.available')}</span>
      <span>
        <b data-testid="option-available">
          {available === undefined ? '–' : amounts(format.amountDown(available, 2))} USDT
        </b>{' '}
        <Link className={styles.link} to={`${pathOf('transfer')}?from=spot&to=options&currency=USDT`}>
          {t('form.transfer')}
        </Link>
      </span>
    </p>
  );
}
