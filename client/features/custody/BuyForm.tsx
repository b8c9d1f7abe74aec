import { createElement } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { RULES_PAGES } from '../../../shared/rules-pages';
import { buyProfit } from '../../../contracts/custody.calls';
import {
  CUSTODY_DECIMALS,
  groupOf,
  type CustodyLimits,
  type CustodyProduct,
} from '../../../contracts/custody.contract';
import { pathOf } from '../../app/routes';
import { toAmount } from '../../../shared/money';
import { useRulesArticle } from '../../app/use-rules-article';
import { api, QUIET } from '../../lib/api';
import { useFormat } from '../../lib/format';
import { Button } from '../../ui/Button';
import { confirm } from '../../ui/confirm';
import { DecimalInput } from '../../ui/DecimalInput';
import { AgreementField } from '../../ui/fields';
import { Form } from '../../ui/Form';
import { useForm, type FormHandle } from '../../ui/use-form';
import { WhyButton } from '../policy/WhyButton';
import { onceUnlocked } from '../security/unlock-trading';
import { Funds } from '../../app/Funds';
import { Days } from './Days';
import { Outcomes } from './Outcomes';
import { Room } from './Room';
import { CUSTODY_POLICY, refreshOwn } from './use-custody';
import styles from './Custody.module.css';

type Field = 'amount' | 'agreed';

interface BuyFormProps {
  product: CustodyProduct;
  own: CustodyLimits | null;
  /** A demo account may reckon, and not buy. */
  demo: boolean;
}

/** The order: an amount, what it may lead to, the rules read, and a question before anything moves. */
export function BuyForm({ product, own, demo }: BuyFormProps) {
  const { t } = useTranslation(['custody', 'refusal']);
  const { productId, version, firstDate } = product;
  const isVip = groupOf(productId) === 'vip';
  const format = useFormat();
  const navigate = useNavigate();
  const { article, ticked } = useRulesArticle(isVip ? 'vip' : 'custody');
  const form: FormHandle<Field> = useForm<Field>({
    initial: { amount: '', agreed: '' },
    check: ({ amount, agreed }) => ({
      ...(toAmount(amount || '0') === 0n && { amount: t('refusal:asset.amount-zero') }),
      ...(agreed !== `${version}` && { agreed: t('refusal:custody.agreement-needed') }),
    }),
    send: async ({ amount }, requestToken) => {
      const title = t('buy.confirm', { amount: format.amount(amount, 2) });
      const body = createElement(Outcomes, { amount, product });
      if (!(await confirm({ title, body, confirmLabel: t('buy.buy') }))) return;
      const bought = { productId, amount, agreed: version, article, firstDate, requestToken };
      // A refusal may be that rules or dates are others by now.
      const sending = onceUnlocked(() => api.call(buyProfit, bought, QUIET)).finally(refreshOwn);
      const { order } = await ticked(sending, () => form.set({ agreed: '' }));
      void navigate(`${pathOf(isVip ? 'myVip' : 'myCustody')}?order=${order.orderId}`);
    },
  });
  const { amount } = form.values;
  const typed = toAmount(amount || '0') > 0n;
  const actions = demo ? null : (
    <Button type="submit" wide busy={form.busy}>
      {t('buy.review')}
    </Button>
  );
  return (
    <Form handle={form} label={t('buy.review')} actions={actions}>
      <DecimalInput
        {...form.field('amount')}
        label={t('buy.amount')}
        unit="USDT"
        decimals={CUSTODY_DECIMALS}
        step="10"
      />
      {!demo && <Funds to="finance" amount={amount} />}
      <Room amount={amount} product={product} own={own} />
      {typed && <Outcomes amount={amount} product={product} />}
      {typed && <Days amount={amount} product={product} />}
      <p className={styles.note}>{t('buy.early')}</p>
      <p className={styles.note}>{t('buy.noRenewal')}</p>
      <Rules version={version} isVip={isVip} />
      {!demo && <AgreementField {...form.field('agreed')} version={version} label={t('buy.agree', { version })} />}
    </Form>
  );
}

/** The rules as a page to read, and the version in force as it was published. */
function Rules({ version, isVip }: Pick<CustodyProduct, 'version'> & { isVip: boolean }) {
  const { t } = useTranslation('custody');
  return (
    <p className={styles.rules}>
      <Link
        className={styles.link}
        to={`/helpDetail?slug=${RULES_PAGES[isVip ? 'vip' : 'custody']}`}
        target="_blank"
        rel="noopener"
      >
        {t('buy.rules')}
      </Link>
      <WhyButton policy={CUSTODY_POLICY} version={version} inputs={{}} />
    </p>
  );
}
