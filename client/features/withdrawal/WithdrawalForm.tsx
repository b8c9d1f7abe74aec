import { useEffect, useRef, useState, type FormEvent, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { PayeesView } from '../../../contracts/payee.contract';
import {
  WITHDRAWAL_KINDS,
  type WithdrawalKind,
  type WithdrawalPreview,
  type WithdrawalProblem,
  type WithdrawalRulesView,
} from '../../../contracts/withdrawal.contract';
import { toastError } from '../../lib/api';
import { typedAmount } from '../../../shared/money';
import { Button } from '../../ui/Button';
import { SelectField } from '../../ui/fields';
import { Icon } from '../../ui/icons';
import { Tabs } from '../../ui/Tabs';
import { AmountFields } from './AmountFields';
import { ConfirmPage } from './ConfirmPage';
import { DestinationList } from './DestinationList';
import { useKeptRequest, useSteps } from './use-kept-request';
import { fetchPreview, usePreview } from './use-withdrawal';
import { Earliest } from './Earliest';
import { destinationsOf, onlyOne, withdrawable, type WithdrawalRequest } from './withdrawal-form';
import styles from './Withdrawal.module.css';

interface FormProps {
  rules: WithdrawalRulesView;
  payees: PayeesView;
}

/** Currency, destination and amount, with what it costs; then a page that repeats everything before it is sent. */
export function WithdrawalForm({ rules, payees }: FormProps) {
  const { t } = useTranslation('withdrawal');
  const draft = useRequest(rules, payees);
  const { request, change, changeKind, preview, isCounting, shown, submitting, goOn, form, confirming } = draft;
  if (confirming !== null) {
    // New rules have to be read, ticked and proven again.
    const { version } = confirming.policy;
    const { changed, onChanged, back } = draft;
    return <ConfirmPage key={version} preview={confirming} onBack={back} {...{ request, rules, changed, onChanged }} />;
  }
  const at = (field: WithdrawalProblem['field']) => shown.find((problem) => problem.field === field)?.message;
  return (
    <form ref={form} className={styles.card} aria-label={t('form.title')} noValidate onSubmit={goOn}>
      <Tabs
        label={t('form.kind')}
        look="pills"
        value={request.kind}
        tabs={WITHDRAWAL_KINDS.map((kind) => ({ value: kind, label: t(`form.kind.${kind}`) }))}
        onChange={changeKind}
      />
      {request.kind === 'crypto' && (
        <CurrencyChoice
          rules={rules}
          currency={request.currency}
          onChange={(currency) => change(freshRequest(rules, payees, 'crypto', currency))}
        />
      )}
      <DestinationList
        request={request}
        destinations={destinationsOf(payees, rules, request)}
        onChoose={({ id, network }) => change({ payeeId: id, network })}
        error={at('payeeId') ?? at('network')}
      />
      <AmountFields
        request={request}
        asset={withdrawable(rules, request.currency)}
        feeRate={rules.feeRate}
        preview={preview}
        isCounting={isCounting}
        error={at('amount')}
        onChange={(amount) => change({ amount })}
      />
      <Earliest at={preview?.earliestAt ?? null} />
      <Standing problems={shown.filter(({ field }) => field === null || field === 'currency')} />
      <Button type="submit" size="l" busy={submitting}>
        {t('form.next')}
      </Button>
    </form>
  );
}

/** The request, its preview and its step. */
function useRequest(rules: WithdrawalRulesView, payees: PayeesView) {
  const [request, setRequest] = useState(useFirstRequest(rules, payees));
  const [tried, setTried] = useState(false);
  const [submitting, setSubmitting] = useState(false);
  const [confirming, setConfirming] = useState<WithdrawalPreview | null>(null);
  const [changed, setChanged] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const { atCheck, toCheck, toForm } = useSteps(request);
  const { preview, isCounting } = usePreview(request);
  const left = useRef<Partial<Record<WithdrawalKind, WithdrawalRequest>>>({});
  const change = (changes: Partial<WithdrawalRequest>) => {
    setTried(false);
    // What was to be confirmed was another request.
    setConfirming(null);
    setRequest({ ...request, ...changes });
  };
  // Switching the kind restores its fields, and an amount of the same currency moves along.
  const changeKind = (kind: WithdrawalKind) => {
    left.current[request.kind] = request;
    const there = left.current[kind] ?? freshRequest(rules, payees, kind, 'USDT');
    change({ ...there, ...(there.currency === request.currency && { amount: request.amount }) });
  };
  // Missing fields are shown only after submitting; a wrong amount is shown at once.
  const isShown = ({ field }: WithdrawalProblem) => tried || (field === 'amount' && request.amount !== '');
  const shown = (preview?.problems ?? []).filter(isShown);
  const leadToWrong = useLead(form, tried && shown.length > 0);
  const submit = async () => {
    setTried(true);
    setSubmitting(true);
    const answer = await fetchPreview(request).catch((error: unknown) => toastError(error));
    setSubmitting(false);
    setChanged(false);
    if (answer === undefined) return;
    if (answer.problems.length > 0) return leadToWrong();
    setConfirming(answer);
    toCheck();
  };
  const goOn = (event: FormEvent) => {
    event.preventDefault();
    if (!submitting) void submit();
  };
  const onChanged = (now: WithdrawalPreview) => {
    setChanged(true);
    setConfirming(now);
  };
  const step = { confirming: atCheck ? confirming : null, changed, onChanged, back: toForm };
  return { request, change, changeKind, preview, isCounting, shown, submitting, goOn, form, ...step };
}

/** Leads once to the first field that is wrong, as soon as it is marked as such. */
function useLead(form: RefObject<HTMLFormElement | null>, isMarked: boolean): () => void {
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    if (!wanted || !isMarked) return;
    setWanted(false);
    form.current?.querySelector<HTMLElement>('input[aria-invalid], [aria-invalid] input')?.focus();
  }, [form, wanted, isMarked]);
  return () => setWanted(true);
}

/** The initial request, from the page's address. */
function useFirstRequest(rules: WithdrawalRulesView, payees: PayeesView): () => WithdrawalRequest {
  const [search] = useSearchParams();
  const kept = useKeptRequest();
  return () => {
    const address = payees.addresses.find(({ id }) => id === search.get('payee'));
    const card = payees.cards.find(({ id }) => id === search.get('payee'));
    if (kept !== undefined && destinationsOf(payees, rules, kept).some(({ id }) => id === kept.payeeId)) return kept;
    const kind: WithdrawalKind = card !== undefined || search.get('kind') === 'bank' ? 'bank' : 'crypto';
    const currency = kind === 'bank' ? 'USDT' : (address?.currency ?? search.get('currency') ?? '');
    // The form survives the way to the address book and back.
    const typed = search.get('amount') ?? '';
    const amount = typedAmount(typed) === undefined ? '' : typed;
    const request = { ...freshRequest(rules, payees, kind, currency), amount };
    const entry = address ?? card;
    return entry === undefined ? request : { ...request, payeeId: entry.id, network: address?.network ?? '' };
  };
}

function freshRequest(
  rules: WithdrawalRulesView,
  payees: PayeesView,
  kind: WithdrawalKind,
  wanted: string,
): WithdrawalRequest {
  const currency = withdrawable(rules, wanted)?.currency ?? rules.currencies[0]?.currency ?? 'USDT';
  const only = onlyOne(destinationsOf(payees, rules, { kind, currency }));
  return { kind, currency, payeeId: only?.id ?? '', network: only?.network ?? '', amount: '' };
}

interface CurrencyChoiceProps {
  rules: WithdrawalRulesView;
  currency: string;
  onChange: (currency: string) => void;
}

function CurrencyChoice({ rules, currency, onChange }: CurrencyChoiceProps) {
  const { t } = useTranslation('withdrawal');
  const options = rules.currencies.map((each) => ({
    value: each.currency,
    label: [each.currency, each.networks.join(', ')].filter(Boolean).join(' · '),
  }));
  return (
    <SelectField label={t('form.currency')} name="currency" value={currency} options={options} onChange={onChange} />
  );
}

/** What stands against the whole request, in the server's words. */
function Standing({ problems }: { problems: readonly WithdrawalProblem[] }) {
  if (problems.length === 0) return null;
  return (
    <ul className={styles.standing} role="alert">
      {problems.map(({ refusal, message }) => (
        <li key={refusal}>
          <Icon name="warning" size={16} />
          {message}
        </li>
      ))}
    </ul>
  );
}
