import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { sendWire } from '../../../contracts/bank.calls';
import { api } from '../../lib/api';
import type { C2cAccountView, C2cOrderView } from '../../../contracts/c2c.contract';
import { useFormat } from '../../lib/format';
import { amount, format as asText, ZERO } from '../../../shared/money';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/icons';
import { Loadable, Skeleton } from '../../ui/states';
import { minorOf } from './c2c-form';
import { refreshC2c, useSentWire } from './use-c2c';
import styles from './C2c.module.css';

/** What has to arrive; `orderId` names what is still missing of it at the bank. */
type Paid = Pick<C2cOrderView, 'orderId' | 'payAmount' | 'currency' | 'reference'>;

/** Simulates the person's own bank, which lies outside the platform. */
export function OwnBank({ order, seller }: { order: Paid; seller: Pick<C2cAccountView, 'accountNumber'> }) {
  const { t } = useTranslation('c2c');
  const format = useFormat();
  const query = useSentWire(order);
  const { orderId, payAmount, currency, reference } = order;
  const send = useMutation({
    // Named after its order: from another tab, or after a reload, it is the same wire and goes out once.
    mutationFn: (missing: string) =>
      api.call(sendWire, {
        toAccount: seller.accountNumber,
        amount: missing,
        currency,
        reference,
        endToEndId: orderId,
      }),
    onSettled: refreshC2c,
  });
  const inCurrency = (sum: string): string => `${format.decimal(sum, minorOf(currency))} ${currency}`;
  return (
    <section className={styles.outside} aria-labelledby="c2c-bank">
      <h2 id="c2c-bank">{t('bank.title')}</h2>
      <p className={styles.quiet}>{t('bank.lead')}</p>
      <Loadable query={query} skeleton={<Skeleton rows={1} height={40} />}>
        {(wire) => {
          const missing = amount(payAmount) - amount(wire?.amount ?? '0');
          return (
            <>
              {wire !== null && (
                <p role="status" className={styles.sent}>
                  <Icon name="check" size={18} />
                  <span>
                    {t('bank.sent', { amount: inCurrency(wire.amount), reference })}
                    <time dateTime={new Date(wire.arrivedAt).toISOString()}>{format.dateTime(wire.arrivedAt)}</time>
                  </span>
                </p>
              )}
              {missing > ZERO && (
                <Button kind="plain" busy={send.isPending} onClick={() => send.mutate(asText(missing))}>
                  {t('bank.action', { amount: inCurrency(asText(missing)) })}
                </Button>
              )}
            </>
          );
        }}
      </Loadable>
    </section>
  );
}
