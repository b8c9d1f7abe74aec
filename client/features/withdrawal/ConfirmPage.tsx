import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { submitWithdrawal } from '../../../contracts/withdrawal.calls';
import { api, QUIET } from '../../lib/api';
import type { WithdrawalPreview, WithdrawalRulesView } from '../../../contracts/withdrawal.contract';
import { pathOf } from '../../app/routes';
import { cx } from '../../lib/cx';
import { useFormat } from '../../lib/format';
import { Button } from '../../ui/Button';
import { Form } from '../../ui/Form';
import { CheckField } from '../../ui/fields';
import { useForm } from '../../ui/use-form';
import { grouped } from '../payee/grouped';
import { NO_TRADE_PROOF, TradeProof } from '../payee/TradeProof';
import { fetchPreview, refreshWithdrawals } from './use-withdrawal';
import type { WithdrawalRequest } from './withdrawal-form';
import styles from './Withdrawal.module.css';

interface ConfirmProps {
  request: WithdrawalRequest;
  preview: WithdrawalPreview;
  rules: WithdrawalRulesView;
  /** What is shown took the place of what was shown before, because the rules changed. */
  changed: boolean;
  onChanged: (preview: WithdrawalPreview) => void;
  onBack: () => void;
}

/** Repeats where the money goes and what arrives; nothing is ticked before, and nothing is sent unread. */
export function ConfirmPage({ request, preview, rules, changed, onChanged, onBack }: ConfirmProps) {
  const { t } = useTranslation('withdrawal');
  const navigate = useNavigate();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const form = useForm({
    initial: { read: '', ...NO_TRADE_PROOF },
    check: ({ read, tradePassword }) => ({
      ...(read === '' && { read: t(`confirm.unread.${request.kind}`) }),
      ...(tradePassword === '' && { tradePassword: t('confirm.noTradePassword') }),
    }),
    send: async ({ tradePassword, googleCode }, requestToken) => {
      // A person confirms only a fee that was shown.
      const now = await fetchPreview(request);
      if (now.policy.version !== preview.policy.version) return onChanged(now);
      const proof = { tradePassword, ...(googleCode !== '' && { googleCode }) };
      const body = { ...request, ...proof, rulesVersion: preview.policy.version, requestToken };
      const { withdrawalId } = await api.call(submitWithdrawal, body, QUIET);
      await refreshWithdrawals();
      await navigate(`${pathOf('withdrawal')}?withdrawalId=${withdrawalId}`, { replace: true });
    },
  });
  return (
    <section className={cx(styles.card, styles.confirm)} aria-labelledby="confirm-withdrawal">
      <h2 id="confirm-withdrawal" ref={heading} tabIndex={-1}>
        {t('confirm.title')}
      </h2>
      <p className={styles.lead}>{t(`confirm.lead.${request.kind}`)}</p>
      {changed && (
        <p className={styles.error} role="alert">
          {t('confirm.changed')}
        </p>
      )}
      <Summary preview={preview} />
      <p className={styles.note}>
        {t(preview.fourEyes ? 'confirm.fourEyes' : 'confirm.review', { hours: rules.processingHours })}
      </p>
      <Form
        handle={form}
        label={t('confirm.title')}
        actions={
          <div className={styles.actions}>
            <Button kind="plain" onClick={onBack}>
              {t('confirm.back')}
            </Button>
            <Button type="submit" size="l" busy={form.busy}>
              {t('confirm.send')}
            </Button>
          </div>
        }
      >
        <CheckField label={t(`confirm.read.${request.kind}`)} {...form.field('read')} />
        <TradeProof form={form} />
      </Form>
    </section>
  );
}

function Summary({ preview }: { preview: WithdrawalPreview }) {
  const { t } = useTranslation('withdrawal');
  const format = useFormat();
  const { kind, currency, network, payee, feeRate } = preview;
  const sum = (text: string) => `${format.amountDown(text, 8)} ${currency}`;
  const rows: [label: string, value: ReactNode, strong?: boolean][] = [
    ...(payee === null
      ? []
      : ([
          [t('detail.to'), payee.label],
          ...(payee.payeeName === null ? [] : [[t('detail.payeeName'), payee.payeeName]]),
          ...(payee.bankName === null ? [] : [[t('detail.bank'), payee.bankName]]),
          [t(`detail.account.${kind}`), <Groups key="account" text={payee.account} />, true],
          ...(payee.tag === null ? [] : [[t('detail.memo'), <Groups key="tag" text={payee.tag} />, true]]),
        ] as [string, ReactNode, boolean?][])),
    ...(network === null ? [] : ([[t('detail.network'), network, true]] as [string, ReactNode, boolean][])),
    [t('form.amount'), sum(preview.amount)],
    [t('form.feeAt', { percent: format.share(feeRate) }), sum(preview.fee)],
    [t('form.credited'), sum(preview.credited), true],
  ];
  return (
    <dl className={styles.summary}>
      {rows.map(([label, value, strong = false]) => (
        <div key={label} data-strong={strong || undefined}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** An address in groups of four, to be compared with the one where the money should go. */
function Groups({ text }: { text: string }) {
  return (
    <code className={styles.groups} aria-label={text}>
      {grouped(text)
        .split(' ')
        .map((group, at) => (
          // Groups repeat; only their place tells them apart.
          <span key={at}>{group} </span>
        ))}
    </code>
  );
}
