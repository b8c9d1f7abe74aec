import { createElement } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { RULES_PAGES } from '../../../shared/rules-pages';
import { subscribeNewCoin } from '../../../contracts/subscription.calls';
import type { NewCoin, NewCoins } from '../../../contracts/subscription.contract';
import { pathOf } from '../../app/routes';
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
import { Figures } from './Figures';
import { figuresOf } from './subscribe-form';
import { refreshOwn, SUBSCRIPTION_POLICY } from './use-subscription';
import styles from './Subscription.module.css';

type Field = 'coins' | 'agreed';

interface SubscribeFormProps {
  coin: NewCoin;
  cap: NewCoins['cap'];
  /** A demo account may reckon, and not subscribe. */
  demo: boolean;
}

/** So many coins, what they cost and may bring, the rules read, and a question before anything moves. */
export function SubscribeForm({ coin, cap, demo }: SubscribeFormProps) {
  const { t } = useTranslation(['subscription', 'refusal']);
  const form = useSubscribe(coin);
  const { coins } = form.values;
  const actions = demo ? null : (
    <Button type="submit" wide busy={form.busy}>
      {t('buy.review')}
    </Button>
  );
  return (
    <Form handle={form} label={t('buy.review')} actions={actions}>
      <DecimalInput {...form.field('coins')} label={t('buy.coins')} unit={coin.coin} decimals={0} step="10" />
      <Figures typed={coins} coin={coin} cap={cap} />
      {!demo && <Funds to="finance" amount={figuresOf(coins, coin)?.hold ?? ''} />}
      <p className={styles.note}>{t('buy.locked')}</p>
      <p className={styles.note}>{t('buy.once')}</p>
      <p className={styles.rules}>
        <Link
          className={styles.link}
          to={`/helpDetail?slug=${RULES_PAGES.subscription}`}
          target="_blank"
          rel="noopener"
        >
          {t('buy.rules')}
        </Link>
        <WhyButton policy={SUBSCRIPTION_POLICY} version={coin.version} inputs={{}} />
      </p>
      {!demo && (
        <AgreementField
          {...form.field('agreed')}
          version={coin.version}
          label={t('buy.agree', { version: coin.version })}
        />
      )}
    </Form>
  );
}

function useSubscribe(coin: NewCoin): FormHandle<Field> {
  const { t } = useTranslation(['subscription', 'refusal']);
  const format = useFormat();
  const navigate = useNavigate();
  const { article, ticked } = useRulesArticle('subscription');
  const { issueId, version } = coin;
  const form: FormHandle<Field> = useForm<Field>({
    initial: { coins: '', agreed: '' },
    check: ({ coins, agreed }) => ({
      ...(figuresOf(coins, coin) === null && { coins: t('refusal:subscription.whole-coins') }),
      ...(agreed !== `${version}` && { agreed: t('refusal:subscription.agreement-needed') }),
    }),
    send: async ({ coins }, requestToken) => {
      const title = t('buy.confirm', { coins: format.amount(coins, 0), coin: coin.coin });
      const body = createElement(Figures, { typed: coins, coin, cap: null });
      if (!(await confirm({ title, body, confirmLabel: t('buy.send') }))) return;
      const order = { issueId, coins, agreed: version, article, requestToken };
      const sending = onceUnlocked(() => api.call(subscribeNewCoin, order, QUIET)).finally(refreshOwn);
      const placed = await ticked(sending, () => form.set({ agreed: '' }));
      void navigate(`${pathOf('newCoinRecords')}?subscription=${placed.subscriptionId}`);
    },
  });
  return form;
}
