import { createElement } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { buyFund } from '../../../contracts/fund.calls';
import type { FundView } from '../../../contracts/fund.contract';
import { toAmount } from '../../../shared/money';
import { pathOf } from '../../app/routes';
import { useRulesArticle } from '../../app/use-rules-article';
import { api, QUIET } from '../../lib/api';
import { useFormat } from '../../lib/format';
import { Button } from '../../ui/Button';
import { confirm } from '../../ui/confirm';
import { AgreementField } from '../../ui/fields';
import { Form } from '../../ui/Form';
import { useForm, type FormHandle } from '../../ui/use-form';
import { onceUnlocked } from '../security/unlock-trading';
import { AmountField } from './AmountField';
import { Pricing } from './Pricing';
import { Rules } from './Rules';
import { refreshOwn } from './use-fund';
import styles from './Fund.module.css';

type Field = 'amount' | 'agreed';

interface BuyFormProps {
  fund: FundView;
  /** A demo account may reckon, and not buy. */
  demo: boolean;
}

/** The order: an amount, which value it gets, the rules read, and a question before anything moves. */
export function BuyForm({ fund, demo }: BuyFormProps) {
  const { t } = useTranslation(['fund', 'refusal']);
  const { level, version, navDate } = fund;
  const format = useFormat();
  const navigate = useNavigate();
  const { article, ticked } = useRulesArticle('fund');
  const form: FormHandle<Field> = useForm<Field>({
    initial: { amount: '', agreed: '' },
    check: ({ amount, agreed }) => ({
      ...(toAmount(amount || '0') === 0n && { amount: t('refusal:asset.amount-zero') }),
      ...(agreed !== `${version}` && { agreed: t('refusal:fund.agreement-needed') }),
    }),
    send: async ({ amount }, requestToken) => {
      const title = t('buy.confirm', { amount: format.amount(amount, 2) });
      const body = createElement(Pricing, { fund });
      if (!(await confirm({ title, body, confirmLabel: t('buy.buy') }))) return;
      const bought = { level, amount, agreed: version, article, navDate, requestToken };
      // A refusal may be that rules or dates are others by now.
      const sending = onceUnlocked(() => api.call(buyFund, bought, QUIET)).finally(refreshOwn);
      await ticked(sending, () => form.set({ agreed: '' }));
      void navigate(pathOf(level === 'low' ? 'myLowRisk' : 'myBalanced'));
    },
  });
  const actions = demo ? null : (
    <Button type="submit" wide busy={form.busy}>
      {t('buy.review')}
    </Button>
  );
  return (
    <Form handle={form} label={t('buy.review')} actions={actions}>
      <AmountField {...form.field('amount')} fund={fund} />
      <Pricing fund={fund} />
      <p className={styles.note}>{t('buy.risk')}</p>
      <Rules version={version} />
      {!demo && <AgreementField {...form.field('agreed')} version={version} label={t('buy.agree', { version })} />}
    </Form>
  );
}
