import { useEffect, useRef, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { pathOf } from '../../app/routes';
import { cx } from '../../lib/cx';
import { useFormat } from '../../lib/format';
import { toAmount } from '../../../shared/money';
import { useMedia } from '../../lib/use-media';
import { attachedBody, attachedProblems } from '../../orders/attached';
import { AttachedLevels } from '../../orders/AttachedLevels';
import { useOrderForm } from '../../orders/form-store';
import { useAskedQuantity, useFirstPrice } from '../../orders/OrderForm';
import { isAskedFor } from '../../orders/use-send-order';
import { Button } from '../../ui/Button';
import { PercentSlider } from '../../ui/PercentSlider';
import { Tabs } from '../../ui/Tabs';
import { useAmounts } from '../asset/use-amounts';
import {
  actionOf,
  attachedPlan,
  bodyOf,
  closable,
  CONTRACT_TYPES,
  isClosing,
  markOnTick,
  openable,
  percentOf,
  placed,
  positionFor,
  problemsOf,
  typeOf,
  type ContractType,
  type Intent,
} from './contract-form';
import { ContractFields } from './ContractFields';
import { ContractFlags } from './ContractFlags';
import { ContractSummary } from './ContractSummary';
import { useIntent } from './intent-store';
import { MarginNotes } from './GapNote';
import { HaltNote } from './HaltNote';
import { Setup } from './Setup';
import type { TerminalProps } from './terminal';
import { usePlaceContract } from './use-place-contract';
import {
  useContractPreview,
  useMargin,
  useOwnRates,
  useSampledLast,
  useSettings,
  useSizeTerms,
} from './use-contract-form';
import { usePositions } from './use-contracts';
import order from '../../orders/OrderForm.module.css';
import styles from './Contract.module.css';

/** An order of a contract: what it does to which position, its price and size, and all that follows from it before the click. */
export function ContractForm({ underlying, contract, view, book }: TerminalProps) {
  const { t } = useTranslation('contract');
  const settings = useSettings(contract);
  const intent = useFormIntent(settings.mode);
  const { form, refused } = useOrderForm();
  const trigger = useIntent((state) => state.trigger);
  const fields = { ...form, type: typeOf(form), trigger };
  const last = useSampledLast(contract.symbol);
  const rates = useOwnRates(contract, settings) ?? { maker: view.makerRate, taker: view.takerRate };
  const now = last ?? markOnTick(contract);
  const plan = attachedPlan(fields, intent, { leverage: settings.leverage, rates, now, book });
  const problems = problemsOf(fields, book);
  const isWhole = problems.length === 0 && (plan === null || attachedProblems(form.attached, plan).length === 0);
  const attached = plan === null ? {} : attachedBody(form.attached, plan);
  const body = isWhole ? { ...bodyOf(fields, intent, contract.symbol), ...attached } : null;
  useFirstPrice(contract.symbol, now);
  const preview = useContractPreview(body);
  const objections = placed(preview?.problems ?? [], fields.type, isAskedFor);
  const checked = preview?.held === null ? undefined : preview;
  const { place, busy } = usePlaceContract({ contract, book });
  const element = useRef<HTMLFormElement>(null);
  useAskedQuantity(element);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    await place({ body, intent, checked });
    if (body === null) element.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  };
  return (
    <form
      ref={element}
      className={order.form}
      aria-label={t('form.title')}
      data-side={form.side}
      data-order-form=""
      tabIndex={-1}
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      <Setup contract={contract} view={view} book={book} />
      <HaltNote halt={contract.halt} />
      <MarginNotes contract={contract} />
      <Actions intent={intent} />
      <Sides intent={intent} />
      <TypeSwitch intent={intent} />
      <Room contract={contract} book={book} intent={intent} />
      <ContractFields
        book={book}
        prices={{ last, mark: contract.markPrice }}
        problems={problems}
        objections={objections.fields}
      />
      <Share {...{ contract, book, intent, settings }} />
      <ContractFlags intent={intent} />
      <AttachedLevels product="contract" instrument={book} plan={plan} objection={objections.attached} />
      <ContractSummary book={book} preview={checked} />
      <Refused text={refused.form ?? objections.form} />
      <Submit {...{ intent, busy, underlying, contract }} />
    </form>
  );
}

interface SubmitProps extends Pick<TerminalProps, 'underlying' | 'contract'> {
  intent: Intent;
  busy: boolean;
}

/** A halt says why above the form, a closed market below its button. */
function Submit({ intent, busy, underlying, contract }: SubmitProps) {
  const { t } = useTranslation('contract');
  const isShut = underlying.session.phase === 'closed';
  return (
    <>
      <Button
        type="submit"
        kind={intent.side}
        wide
        busy={busy}
        disabled={isShut || contract.halt !== null}
        data-testid="place-contract-order"
        className={order.submit ?? ''}
      >
        {t(`action.${actionOf(intent)}`)}
      </Button>
      {isShut && <p className={order.closed}>{t('form.closed')}</p>}
    </>
  );
}

function Refused({ text }: { text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <p role="alert" className={order.refused}>
      {text}
    </p>
  );
}

function useFormIntent(mode: Intent['mode']): Intent {
  const { action, reduceOnly } = useIntent();
  const side = useOrderForm((state) => state.form.side);
  return { mode, action, reduceOnly, side };
}

/** Hedge mode: whether the order opens a position or closes one. */
function Actions({ intent }: { intent: Intent }) {
  const { t } = useTranslation('contract');
  const set = useIntent((state) => state.set);
  if (intent.mode === 'one-way') return null;
  return (
    <Tabs
      look="pills"
      label={t('form.action')}
      value={intent.action}
      onChange={(action) => set({ action })}
      tabs={(['open', 'close'] as const).map((value) => ({ value, label: t(`form.${value}`) }))}
    />
  );
}

/** Long first, whichever side of the book it takes. */
function Sides({ intent }: { intent: Intent }) {
  const { t } = useTranslation('contract');
  const change = useOrderForm((state) => state.change);
  const sides = isClosing(intent) && intent.mode === 'hedge' ? (['sell', 'buy'] as const) : (['buy', 'sell'] as const);
  return (
    <div className={order.sides} role="group" aria-label={t('form.side')}>
      {sides.map((side) => (
        <button
          key={side}
          type="button"
          aria-pressed={intent.side === side}
          className={cx(order.side, order[side])}
          onClick={() => change({ side })}
        >
          {t(`action.${actionOf({ ...intent, side })}`)}
        </button>
      ))}
    </div>
  );
}

function TypeSwitch({ intent }: { intent: Intent }) {
  const { t } = useTranslation('order');
  const type = useOrderForm((state) => typeOf(state.form));
  const change = useOrderForm((state) => state.change);
  const intend = useIntent((state) => state.set);
  const phone = useMedia('(max-width: 899px)');
  const choose = (value: ContractType) => {
    change({ type: value });
    if (value !== 'trailing-stop' || isClosing(intent)) return;
    // A trailing stop only closes: that which the form would have opened.
    change({ side: intent.side === 'buy' ? 'sell' : 'buy' });
    intend({ action: 'close', reduceOnly: true });
  };
  if (!phone) {
    return (
      <Tabs
        label={t('form.types')}
        value={type}
        onChange={choose}
        tabs={CONTRACT_TYPES.map((value) => ({ value, label: t(`type.${value}`) }))}
      />
    );
  }
  return (
    <select
      className={order.types}
      aria-label={t('form.types')}
      value={type}
      onChange={(event) => choose(event.target.value as ContractType)}
    >
      {CONTRACT_TYPES.map((value) => (
        <option key={value} value={value}>
          {t(`type.${value}`)}
        </option>
      ))}
    </select>
  );
}

type RoomProps = Pick<TerminalProps, 'contract' | 'book'> & { intent: Intent };

/** What an opening order can use, with the way to more; or what a closing one can close. */
function Room({ contract, book, intent }: RoomProps) {
  const { t } = useTranslation('contract');
  const format = useFormat();
  const amounts = useAmounts();
  const available = useMargin(contract);
  const positions = usePositions().data?.positions;
  if (isClosing(intent)) {
    const open = positionFor(positions, contract.symbol, intent)?.quantity ?? '0';
    return (
      <p className={order.available}>
        <span>{t('form.closable')}</span>
        <b>
          {format.amount(open, book.quantityDecimals)} {book.base}
        </b>
      </p>
    );
  }
  return (
    <p className={order.available}>
      <span>{t(`form.available.${contract.space}`)}</span>
      <span>
        <b data-testid="contract-available">
          {available === null ? '–' : amounts(format.amountDown(available, 2))} USDT
        </b>{' '}
        <Link className={styles.link} to={`${pathOf('transfer')}?from=spot&to=${contract.space}&currency=USDT`}>
          {t('form.transfer')}
        </Link>
      </span>
    </p>
  );
}

interface ShareProps extends RoomProps {
  settings: ReturnType<typeof useSettings>;
}

/** The size as a share of the available margin, or of the position that is closed. */
function Share({ contract, book, intent, settings }: ShareProps) {
  const { t } = useTranslation('contract');
  const { form, type, pickedShare, pickShare, pickedSize, pickSize } = useOrderForm();
  const available = useMargin(contract);
  const terms = useSizeTerms(contract, settings);
  const positions = usePositions().data?.positions;
  const open = positionFor(positions, contract.symbol, intent)?.quantity ?? '0';
  const opens = (percent: number) =>
    available === null || terms === null
      ? ''
      : openable(form, book, { available: toAmount(available), percent, terms });
  const closing = isClosing(intent);
  const isKnown = closing ? toAmount(open) > 0n : available !== null && terms !== null;
  const most = closing ? open : opens(100);
  const take = (percent: number) =>
    type('quantity', closing ? closable(open, percent, contract.lotSize) : opens(percent));
  useEffect(() => {
    if (pickedShare === null) return;
    pickShare(null);
    if (isKnown) take(pickedShare);
  });
  useEffect(() => {
    if (pickedSize === null) return;
    pickSize(null);
    type('quantity', isKnown && toAmount(pickedSize) > toAmount(most) ? most : pickedSize);
  });
  return (
    <PercentSlider
      label={t(closing ? 'form.shareOfPosition' : 'form.share')}
      value={percentOf(form.quantity, most)}
      disabled={!isKnown}
      onChange={take}
    />
  );
}
