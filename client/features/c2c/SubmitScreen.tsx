import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { C2C_LENGTHS, type C2cAccountView, type C2cOrderView } from '../../../contracts/c2c.contract';
import { pathOf } from '../../app/routes';
import { calls } from '../../lib/calls';
import { useFormat } from '../../lib/format';
import { Button, ButtonLink } from '../../ui/Button';
import { TextField } from '../../ui/fields';
import { Form } from '../../ui/Form';
import { Icon } from '../../ui/icons';
import { Loadable, Skeleton } from '../../ui/states';
import { useForm } from '../../ui/use-form';
import { ImageUpload } from '../personal/ImageUpload';
import { Addressed, Transfer } from './AccountScreen';
import { minorOf } from './c2c-form';
import { Label, TimeLeft } from './Standing';
import { refreshC2c, useSentWire } from './use-c2c';
import styles from './C2c.module.css';

/** `/c2c_submit`: the proof that the wire was sent, and by whom. */
export default function SubmitScreen() {
  const { t } = useTranslation('common');
  return (
    <Addressed title={t('screen.c2cProof')} step="submit">
      {(order) => <Submit order={order} />}
    </Addressed>
  );
}

function Submit({ order }: { order: C2cOrderView }) {
  const { t } = useTranslation('c2c');
  const { status, seller, orderId } = order;
  return (
    <>
      <section className={styles.card}>
        <div className={styles.head}>
          <Label order={order} />
          <TimeLeft until={order.expiresAt} />
        </div>
        {status !== 'matched' && (
          <>
            <p role="status">{t(`account.${status}`)}</p>
            <p>
              <ButtonLink to={`${pathOf('c2cOrders')}?id=${orderId}`}>{t('account.order')}</ButtonLink>
            </p>
          </>
        )}
      </section>
      {status === 'matched' && (
        <div className={styles.columns}>
          <div className={styles.column}>
            {seller !== null && <OwnBank order={order} seller={seller} />}
            {seller !== null && <Transfer order={order} seller={seller} />}
          </div>
          <VoucherForm order={order} />
        </div>
      )}
    </>
  );
}

function VoucherForm({ order: { orderId } }: { order: C2cOrderView }) {
  const { t } = useTranslation(['c2c', 'refusal']);
  const navigate = useNavigate();
  const form = useForm<'payerName' | 'payerBank' | 'voucher'>({
    initial: { payerName: '', payerBank: '', voucher: '' },
    draft: { name: `c2c.${orderId}`, keep: ['payerName', 'payerBank'] },
    check: ({ payerName, payerBank, voucher }) => ({
      ...(payerName.trim() === '' && { payerName: t('refusal:c2c.payer-name-empty') }),
      ...(payerBank.trim() === '' && { payerBank: t('refusal:c2c.payer-bank-empty') }),
      ...(voucher === '' && { voucher: t('refusal:c2c.voucher-missing') }),
    }),
    send: async (values) => {
      await calls.submitC2c({ orderId, ...values });
      await refreshC2c();
      await navigate(`${pathOf('c2cOrders')}?id=${orderId}`);
    },
  });
  return (
    <section className={styles.card} aria-labelledby="c2c-proof">
      <h2 id="c2c-proof">{t('submit.title')}</h2>
      <Form
        handle={form}
        label={t('submit.title')}
        actions={
          <Button type="submit" size="l" wide busy={form.busy}>
            {t('submit.action')}
          </Button>
        }
      >
        <TextField
          label={t('fact.payerName')}
          hint={t('submit.nameHint')}
          autoComplete="name"
          maxLength={C2C_LENGTHS.name}
          {...form.field('payerName')}
        />
        <TextField label={t('fact.payerBank')} maxLength={C2C_LENGTHS.bank} {...form.field('payerBank')} />
        <ImageUpload label={t('submit.voucher')} purpose="remittance" {...form.field('voucher')} />
        <p className={styles.quiet}>{t('submit.seen')}</p>
      </Form>
    </section>
  );
}

/** Plays the person's own bank, which lies outside: without it nobody could wire anything in a simulation. */
function OwnBank({ order, seller }: { order: C2cOrderView; seller: C2cAccountView }) {
  const { t } = useTranslation('c2c');
  const format = useFormat();
  const query = useSentWire(order);
  const { orderId, payAmount: amount, currency, reference } = order;
  const send = useMutation({
    // Named after its order: from another tab, or after a reload, it is the same wire and goes out once.
    mutationFn: () =>
      calls.sendWire({ toAccount: seller.accountNumber, amount, currency, reference, endToEndId: orderId }),
    onSettled: refreshC2c,
  });
  const said = (sum: string): string => `${format.decimal(sum, minorOf(currency))} ${currency}`;
  return (
    <section className={styles.outside} aria-labelledby="c2c-bank">
      <h2 id="c2c-bank">{t('bank.title')}</h2>
      <p className={styles.quiet}>{t('bank.lead')}</p>
      <Loadable query={query} skeleton={<Skeleton rows={1} height={40} />}>
        {(wire) =>
          wire === null ? (
            <Button kind="plain" busy={send.isPending} onClick={() => send.mutate()}>
              {t('bank.action', { amount: said(amount) })}
            </Button>
          ) : (
            <p role="status" className={styles.sent}>
              <Icon name="check" size={18} />
              <span>
                {t('bank.sent', { amount: said(wire.amount), reference })}
                <time dateTime={new Date(wire.arrivedAt).toISOString()}>{format.dateTime(wire.arrivedAt)}</time>
              </span>
            </p>
          )
        }
      </Loadable>
    </section>
  );
}
