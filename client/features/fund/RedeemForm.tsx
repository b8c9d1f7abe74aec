import { createElement } from 'react';
import { useTranslation } from 'react-i18next';
import { redeemFund } from '../../../contracts/fund.calls';
import type { FundView } from '../../../contracts/fund.contract';
import { UNIT_DECIMALS } from '../../../shared/fund';
import { toAmount } from '../../../shared/money';
import { api, QUIET } from '../../lib/api';
import { useFormat } from '../../lib/format';
import { Button } from '../../ui/Button';
import { confirm } from '../../ui/confirm';
import { DecimalInput } from '../../ui/DecimalInput';
import { Form } from '../../ui/Form';
import { useForm, type FormHandle } from '../../ui/use-form';
import { onceUnlocked } from '../security/unlock-trading';
import { Pricing } from './Pricing';
import { refreshOwn } from './use-fund';
import styles from './Fund.module.css';

/** Units back into money, at a value that nobody knows yet. */
export function RedeemForm({ fund, free }: { fund: FundView; free: string }) {
  const { t } = useTranslation(['fund', 'refusal']);
  const format = useFormat();
  const { level, asset, navDate } = fund;
  const form: FormHandle<'units'> = useForm<'units'>({
    initial: { units: '' },
    check: ({ units }) => ({ ...(toAmount(units || '0') === 0n && { units: t('refusal:fund.units-zero') }) }),
    send: async ({ units }, requestToken) => {
      const title = t('redeem.confirm', { units: format.amount(units, UNIT_DECIMALS) });
      const body = createElement(Pricing, { fund });
      if (!(await confirm({ title, body, confirmLabel: t('redeem.send') }))) return;
      await onceUnlocked(() => api.call(redeemFund, { level, units, navDate, requestToken }, QUIET)).finally(
        refreshOwn,
      );
      form.set({ units: '' });
    },
  });
  return (
    <Form
      handle={form}
      label={t('redeem.review')}
      actions={
        <Button type="submit" wide busy={form.busy}>
          {t('redeem.review')}
        </Button>
      }
    >
      <DecimalInput {...form.field('units')} label={t('redeem.units')} unit={asset} decimals={UNIT_DECIMALS} step="1" />
      <p className={styles.note}>{t('redeem.free', { units: format.amountDown(free, UNIT_DECIMALS) })}</p>
      <Pricing fund={fund} />
    </Form>
  );
}
