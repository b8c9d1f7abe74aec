import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { groupOf, type CustodyProducts, type CustodyProduct } from '../../../contracts/custody.contract';
import { pathOf } from '../../app/routes';
import { useSession } from '../../lib/session';
import { ButtonLink } from '../../ui/Button';
import { Empty, Loadable, Skeleton } from '../../ui/states';
import { RealOnly } from '../payee/PayeePage';
import { BuyForm } from './BuyForm';
import { Honest } from './Honest';
import { Problems } from './Problems';
import { Terms } from './Terms';
import { Treasury } from './Treasury';
import { useProducts } from './use-custody';
import { useWords } from './words';
import styles from './Custody.module.css';

/** `/profit_buy?product=`: all terms of a product and everything that an order may lead to, then the order. */
export default function BuyScreen() {
  const { t } = useTranslation('common');
  const [search] = useSearchParams();
  const wanted = search.get('product');
  const group = groupOf(wanted ?? '');
  return (
    <div className={styles.page}>
      <h1>{t('screen.buyCustody')}</h1>
      <Loadable query={useProducts(group)} skeleton={<Skeleton rows={4} height={120} />}>
        {(list) => <Chosen list={list} wanted={wanted} />}
      </Loadable>
    </div>
  );
}

function Chosen({ list, wanted }: { list: CustodyProducts; wanted: string | null }) {
  const { t } = useTranslation('custody');
  const product = list.products.find(({ productId }) => productId === wanted);
  if (product === undefined)
    return (
      <Empty text={t('buy.unknown')}>
        <ButtonLink to={pathOf('custody')}>{t('buy.choose')}</ButtonLink>
      </Empty>
    );
  return (
    <>
      <Honest rateMin={product.rateMin} rateMax={product.rateMax} />
      <Order list={list} product={product} />
    </>
  );
}

function Order({ list, product }: { list: CustodyProducts; product: CustodyProduct }) {
  const { t } = useTranslation('custody');
  const { nameOf } = useWords();
  const demo = useSession((state) => state.session?.realm === 'demo');
  return (
    <div className={styles.order}>
      <section className={styles.card} aria-labelledby="custody-terms">
        <h2 id="custody-terms">{t('buy.terms')}</h2>
        <Terms product={product} />
      </section>
      <section className={styles.form} aria-labelledby="custody-product">
        <h2 id="custody-product">{nameOf(product)}</h2>
        {!demo && <Problems problems={product.problems} />}
        <BuyForm key={product.productId} product={product} own={list.own} demo={demo} />
        {demo && <RealOnly why={t('buy.demo')} />}
      </section>
      <Treasury treasury={list.treasury} />
    </div>
  );
}
