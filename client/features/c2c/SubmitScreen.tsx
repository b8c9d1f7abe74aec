import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { submitC2c } from '../../../contracts/c2c.calls';
import { api, QUIET } from '../../lib/api';
import { C2C_LENGTHS, type C2cOrderView } from '../../../contracts/c2c.contract';
import { pathOf } from '../../app/routes';
import { useFormat } from '../../lib/format';
import { Button, ButtonLink } from '../../ui/Button';
import { TextField } from '../../ui/fields';
import { Form } from '../../ui/Form';
import { useForm } from '../../ui/use-form';
import { ImageUpload } from '../personal/ImageUpload';
import { Addressed } from './AccountScreen';
import { minorOf } from './c2c-form';
import { OwnBank } from './OwnBank';
import { Facts, Label, TimeLeft } from './Standing';
import { refreshC2c } from './use-c2c';
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
  const format = useFormat();
  const navigate = useNavigate();
  const { status, seller, orderId, reference, payAmount, currency } = order;
  return (
    <>
      <section className={styles.card}>
        <div className={styles.head}>
          <Label order={order} />
          <TimeLeft until={order.expiresAt} />
        </div>
        {status === 'matched' ? (
          <>
            <Facts
              rows={[
                [t('fact.reference'), reference],
                [t('fact.pay'), `${format.decimal(payAmount, minorOf(currency))} ${currency}`],
              ]}
            />
            <p>
              <ButtonLink kind="plain" to={`${pathOf('c2cAccount')}?id=${orderId}`}>
                {t('account.show')}
              </ButtonLink>
            </p>
          </>
        ) : (
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
          <VoucherForm order={order} onSent={() => navigate(`${pathOf('c2cOrders')}?id=${orderId}`)} />
          {seller !== null && <OwnBank order={order} seller={seller} />}
        </div>
      )}
    </>
  );
}

type VoucherField = 'payerName' | 'payerBank' | 'voucher';
interface ReceiptFormProps {
  /** The name under which the tab keeps what was typed. */
  draft: string;
  note: string;
  /** What a field says while it is empty. */
  missing: Record<VoucherField, string>;
  send: (values: Record<VoucherField, string>) => Promise<unknown>;
}

interface VoucherFormProps {
  order: C2cOrderView;
  onSent?: () => void | Promise<void>;
}

/** The receipt of an order. */
export function VoucherForm({ order: { orderId }, onSent }: VoucherFormProps) {
  const { t } = useTranslation(['c2c', 'refusal']);
  const missing = {
    payerName: t('refusal:c2c.payer-name-empty'),
    payerBank: t('refusal:c2c.payer-bank-empty'),
    voucher: t('refusal:c2c.voucher-missing'),
  };
  const send: ReceiptFormProps['send'] = async (values) => {
    await api.call(submitC2c, { orderId, ...values }, QUIET);
    await refreshC2c();
    await onSent?.();
  };
  return <ReceiptForm draft={`c2c.${orderId}`} note={t('submit.seen')} missing={missing} send={send} />;
}

/** Who paid from which bank, and the image that shows it. */
export function ReceiptForm({ draft, note, missing, send }: ReceiptFormProps) {
  const { t } = useTranslation('c2c');
  const form = useForm<VoucherField>({
    initial: { payerName: '', payerBank: '', voucher: '' },
    draft: { name: draft, keep: ['payerName', 'payerBank'] },
    check: ({ payerName, payerBank, voucher }) => ({
      ...(payerName.trim() === '' && { payerName: missing.payerName }),
      ...(payerBank.trim() === '' && { payerBank: missing.payerBank }),
      ...(voucher === '' && { voucher: missing.voucher }),
    }),
    send: async (values) => {
      await send(values);
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
        <p className={styles.quiet}>{note}</p>
      </Form>
    </section>
  );
}
