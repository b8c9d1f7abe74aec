import { useTranslation } from 'react-i18next';
import type { CustodyGroup, CustodyProduct, CustodyProducts } from '../../../contracts/custody.contract';
import { pathOf } from '../../app/routes';
import { ButtonLink } from '../../ui/Button';
import { Empty, Loadable, Skeleton } from '../../ui/states';
import { Gates } from './Gates';
import { Honest } from './Honest';
import { Rates } from './Rates';
import { Terms } from './Terms';
import { Treasury } from './Treasury';
import { useProducts } from './use-custody';
import { useWords } from './words';
import styles from './Custody.module.css';

/** `/profit_index`: AI custody, which has no AI. First what it is, then the terms, then who pays. */
export default function CustodyScreen() {
  return <Index group="custody" />;
}

/** The products of a group; of VIP with the gates before them. */
export function Index({ group }: { group: CustodyGroup }) {
  const { t } = useTranslation('common');
  const own = group === 'vip' ? 'myVip' : 'myCustody';
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <h1>{t(group === 'vip' ? 'screen.vip' : 'screen.custody')}</h1>
        <ButtonLink kind="plain" size="s" to={pathOf(own)}>
          {t(`screen.${own}`)}
        </ButtonLink>
      </div>
      <Loadable query={useProducts(group)} skeleton={<Skeleton rows={4} height={120} />}>
        {(list) => <Products list={list} group={group} />}
      </Loadable>
    </div>
  );
}

interface ProductsProps {
  list: CustodyProducts;
  group: CustodyGroup;
}

function Products({ list, group }: ProductsProps) {
  const { products, treasury } = list;
  const { t } = useTranslation('custody');
  const [first] = products;
  if (first === undefined) return <Empty text={t('index.none')} />;
  return (
    <>
      <Honest rateMin={first.rateMin} rateMax={first.rateMax} />
      {group === 'vip' && <Gates vip={list.vip} rules={list.vipRules} />}
      <section className={styles.products} aria-label={t('index.products')}>
        {products.map((product) => (
          <Product key={product.productId} product={product} />
        ))}
      </section>
      <div className={styles.columns}>
        <Treasury treasury={treasury} />
        <Rates products={products} />
      </div>
    </>
  );
}

function Product({ product }: { product: CustodyProduct }) {
  const { t } = useTranslation('custody');
  const { nameOf } = useWords();
  const { productId, forSale } = product;
  return (
    <article className={styles.card} aria-labelledby={`product-${productId}`}>
      <h2 id={`product-${productId}`}>{nameOf(product)}</h2>
      <Terms product={product} />
      {forSale ? (
        <ButtonLink kind="plain" to={`${pathOf('buyCustody')}?product=${encodeURIComponent(productId)}`}>
          {t('index.terms')}
        </ButtonLink>
      ) : (
        <p className={styles.note}>{t('index.notForSale')}</p>
      )}
    </article>
  );
}
