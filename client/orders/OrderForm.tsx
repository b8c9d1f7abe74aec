import { useEffect, useRef, type FormEvent, type KeyboardEvent, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { InstrumentView } from '../../contracts/market.contract';
import { cx } from '../lib/cx';
import { toAmount } from '../../shared/money';
import { useFormat } from '../lib/format';
import { useMedia } from '../lib/use-media';
import { Button } from '../ui/Button';
import { PercentSlider } from '../ui/PercentSlider';
import { Tabs } from '../ui/Tabs';
import { AttachedLevels } from './AttachedLevels';
import { Available } from './Available';
import { FormFields } from './FormFields';
import { FormFlags } from './FormFlags';
import { OrderSummary, useServerPreview } from './OrderSummary';
import { useOrderForm } from './form-store';
import { auctionOf, FORM_TYPES, isByAmount, type FormContext, type FormType } from './order-fields';
import { withPercent, withQuantity } from './order-size';
import { summarise, type Summarised } from './order-form';
import type { OrderProduct } from './product';
import { useFormContext } from './use-form-context';
import { usePlaceOrder } from './use-place-order';
import styles from './OrderForm.module.css';

interface OrderFormProps {
  product: OrderProduct;
  instrument: InstrumentView;
}

/** What it shows is computed by `summarise`; what it sends, by the same. */
export function OrderForm({ product, instrument }: OrderFormProps) {
  const { t } = useTranslation('order');
  const { session } = instrument;
  const form = useOrderForm((state) => state.form);
  const refused = useOrderForm((state) => state.refused.form);
  const context = useFormContext(product, instrument);
  const summarised = summarise(form, context);
  const { body } = summarised;
  const preview = useServerPreview(product, body !== null && 'type' in body ? body : null, form);
  const { checked, objections, objection } = preview;
  const { place, busy } = usePlaceOrder(product, instrument);
  const element = useRef<HTMLFormElement>(null);
  useFirstPrice(instrument.symbol, context.last);
  useCallTerms(session.phase);
  useAskedQuantity(element);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    await place(form, summarised, context, checked);
    if (summarised.body === null) element.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  };
  return (
    <form
      ref={element}
      className={styles.form}
      aria-label={t('form.title')}
      data-side={form.side}
      data-order-form=""
      tabIndex={-1}
      noValidate
      onKeyDown={leaveField}
      onSubmit={(event) => void submit(event)}
    >
      <SideSwitch />
      <TypeSwitch />
      <Available instrument={instrument} context={context} />
      <FormFields instrument={instrument} context={context} summarised={summarised} objections={objections} />
      <Share context={context} summarised={summarised} />
      <FormFlags instrument={instrument} />
      <AttachedLevels product="spot" instrument={instrument} plan={summarised.plan} objection={preview.attached} />
      <OrderSummary instrument={instrument} summarised={summarised} rates={context.rates} checked={checked} />
      {(refused ?? objection) && (
        <p role="alert" className={styles.refused}>
          {refused ?? objection}
        </p>
      )}
      <Button
        type="submit"
        kind={form.side}
        wide
        busy={busy}
        disabled={session.phase === 'closed'}
        data-testid="place-order"
        className={styles.submit ?? ''}
      >
        {t(form.side === 'buy' ? 'form.buy' : 'form.sell', { asset: instrument.base })}
      </Button>
      <WhenItTrades session={session} />
    </form>
  );
}

/** While the call lasts, terms that it would refuse give way to those that it takes; what they mean stands below the button. */
function useCallTerms(phase: InstrumentView['session']['phase']): void {
  const { form, enterCall, leaveCall } = useOrderForm();
  useEffect(() => (phase === 'call' ? enterCall() : leaveCall()), [phase, form, enterCall, leaveCall]);
}

/** What the market's hours make of the order: not now, in the opening auction, in the closing auction. */
function WhenItTrades({ session }: Pick<InstrumentView, 'session'>) {
  const { phase, nextChangeAt, closingAuctionAt, cutOffAt, pause } = session;
  const { t } = useTranslation('order');
  const format = useFormat();
  const auction = useOrderForm((state) => auctionOf(state.form));
  if (pause !== null) {
    const text = t(`form.pause.${pause.reason}`, { at: format.time(pause.until) });
    return <p className={styles.closed}>{text}</p>;
  }
  if (phase === 'closed') return <p className={styles.closed}>{t('form.closed')}</p>;
  if (auction === 'ATC' && closingAuctionAt !== null && cutOffAt !== null) {
    const times = { close: format.time(closingAuctionAt), cutOff: format.time(cutOffAt) };
    return <p className={styles.closed}>{t('form.atClose', times)}</p>;
  }
  if (phase === 'call') {
    const isAtOpen = auction === 'OPG' && nextChangeAt !== null;
    const text = isAtOpen ? t('form.atOpen', { open: format.time(nextChangeAt) }) : t('form.call');
    return <p className={styles.closed}>{text}</p>;
  }
  return null;
}

/** Escape leaves a field for the form, where the shortcuts listen again; what was typed stays. */
function leaveField(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key === 'Escape' && event.target instanceof HTMLInputElement) event.currentTarget.focus();
}

/** Tabs where there is room, a list to choose from on phones. */
function TypeSwitch() {
  const { t } = useTranslation('order');
  const type = useOrderForm((state) => state.form.type);
  const change = useOrderForm((state) => state.change);
  const phone = useMedia('(max-width: 899px)');
  if (!phone) {
    return (
      <Tabs
        label={t('form.types')}
        value={type}
        onChange={(value) => change({ type: value })}
        tabs={FORM_TYPES.map((value) => ({ value, label: t(`type.${value}`) }))}
      />
    );
  }
  return (
    <select
      className={styles.types}
      aria-label={t('form.types')}
      value={type}
      onChange={(event) => change({ type: event.target.value as FormType })}
    >
      {FORM_TYPES.map((value) => (
        <option key={value} value={value}>
          {t(`type.${value}`)}
        </option>
      ))}
    </select>
  );
}

function SideSwitch() {
  const { t } = useTranslation('order');
  const side = useOrderForm((state) => state.form.side);
  const change = useOrderForm((state) => state.change);
  return (
    <div className={styles.sides} role="group" aria-label={t('form.side')}>
      {(['buy', 'sell'] as const).map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={side === each}
          className={cx(styles.side, styles[each])}
          onClick={() => change({ side: each })}
        >
          {t(`side.${each}`)}
        </button>
      ))}
    </div>
  );
}

function Share({ context, summarised }: { context: FormContext; summarised: Summarised }) {
  const { t } = useTranslation('order');
  const { form, change, pickedShare, pickShare, pickedSize, pickSize } = useOrderForm();
  useEffect(() => {
    if (pickedShare === null) return;
    pickShare(null);
    change(withPercent(form, pickedShare, context));
  }, [pickedShare, pickShare, change, form, context]);
  useEffect(() => {
    if (pickedSize === null) return;
    pickSize(null);
    change(withQuantity(form, pickedSize, context));
  }, [pickedSize, pickSize, change, form, context]);
  const all = form.side === 'buy' ? context.available?.quote : context.available?.base;
  const { summary } = summarised;
  const spent = isByAmount(form) ? form.total : (summary?.total ?? summary?.notional);
  const used = form.side === 'buy' ? spent : summary?.quantity;
  // To the nearest: what is left over is less than a lot or a cent, and the whole of the balance is 100.
  const percent =
    all && used && toAmount(all) > 0n ? Number((toAmount(used) * 200n + toAmount(all)) / (toAmount(all) * 2n)) : 0;
  return (
    <PercentSlider
      label={t('form.share')}
      value={Math.min(100, percent)}
      disabled={context.available === null || context.rates === null}
      onChange={(value) => change(withPercent(form, value, context))}
    />
  );
}

/** A price that was chosen on the chart or in the book leaves the quantity to be typed. */
export function useAskedQuantity(form: RefObject<HTMLFormElement | null>): void {
  const { quantityAsked, askQuantity } = useOrderForm();
  useEffect(() => {
    if (!quantityAsked) return;
    askQuantity(false);
    const quantity = form.current?.querySelector<HTMLInputElement>('input[name="quantity"]');
    quantity?.focus();
    quantity?.select();
  }, [form, quantityAsked, askQuantity]);
}

/** A form for another symbol starts at its last price; the same one keeps what was typed, over a reload too. */
export function useFirstPrice(symbol: string, last: string | null): void {
  const { symbol: opened, open } = useOrderForm();
  useEffect(() => {
    if (last !== null && opened !== symbol) open(symbol, last);
  }, [symbol, opened, last, open]);
}
