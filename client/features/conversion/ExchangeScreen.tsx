import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { getCurrencyAll } from '../../../contracts/market.calls';
import { api } from '../../lib/api';
import { cx } from '../../lib/cx';
import { marketKeys } from '../../market/keys';
import { Loadable, Skeleton } from '../../ui/states';
import { Tabs } from '../../ui/Tabs';
import { useFreshAssets } from '../asset/use-fresh-assets';
import styles from '../transfer/Money.module.css';
import { ConvertForm } from './ConvertForm';
import { DustPanel } from './DustPanel';
import { useConversionRules } from './use-rules';

const TABS = ['convert', 'dust'] as const;

/** `/exchange`: one coin for another at an offered price, or all small balances at once. */
export default function ExchangeScreen() {
  const { t } = useTranslation('conversion');
  const [search, setSearch] = useSearchParams();
  const tab = search.get('tab') === 'dust' ? 'dust' : 'convert';
  const assets = useFreshAssets();
  const rules = useConversionRules();
  const currencies = useQuery({ queryKey: marketKeys.currencies(), queryFn: () => api.call(getCurrencyAll) });
  const all = {
    data: assets.data &&
      rules.data &&
      currencies.data && { assets: assets.data, rules: rules.data, currencies: currencies.data },
    isPending: assets.isPending || rules.isPending || currencies.isPending,
    error: assets.error ?? rules.error ?? currencies.error,
    refetch: () => Promise.all([assets.refetch(), rules.refetch(), currencies.refetch()]),
  };
  return (
    <div className={cx(styles.page, tab === 'dust' && styles.wide)}>
      <h1>{t('title')}</h1>
      <p className={styles.lead}>{t('lead')}</p>
      <Tabs
        label={t('tabs')}
        look="line"
        tabs={TABS.map((value) => ({ value, label: t(`tab.${value}`) }))}
        value={tab}
        onChange={(next) => setSearch(next === 'dust' ? { tab: next } : {}, { replace: true })}
      />
      <Loadable query={all} skeleton={<Skeleton rows={6} height={44} />}>
        {(data) => (tab === 'dust' ? <DustPanel /> : <ConvertForm {...data} />)}
      </Loadable>
    </div>
  );
}
