import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { searchChain } from '../../../contracts/chain.calls';
import type { ChainHit, NetworkView } from '../../../contracts/chain.contract';
import { api, toastError } from '../../lib/api';
import { Button } from '../../ui/Button';
import { Loadable, Skeleton } from '../../ui/states';
import { Tabs } from '../../ui/Tabs';
import { AddressPage } from './AddressPage';
import { BlockPage } from './BlockPage';
import { ChainOverview } from './ChainOverview';
import { TransactionPage } from './TransactionPage';
import { explorerPath, useNetworks } from './use-chain';
import styles from './Chain.module.css';

/**
 * `/explorer`: the simulated networks, open to everybody. `?network=` chooses one, `&block=` (height or hash), `&hash=` or
 * `&address=` what is looked at on it.
 */
export default function ExplorerScreen() {
  const { t } = useTranslation('chain');
  const query = useNetworks();
  return (
    <div className={styles.page}>
      <h1>
        {t('title')} <span className={styles.tag}>{t('simulated')}</span>
      </h1>
      <p className={styles.lead}>{t('lead')}</p>
      <Loadable query={query} skeleton={<Skeleton rows={8} height={36} />}>
        {(networks) => <Explorer networks={networks} />}
      </Loadable>
    </div>
  );
}

function Explorer({ networks }: { networks: NetworkView[] }) {
  const { t } = useTranslation('chain');
  const navigate = useNavigate();
  const [search] = useSearchParams();
  useTopOf(search.toString());
  const wanted = search.get('network');
  const chosen = networks.find(({ network }) => network === wanted) ?? networks[0];
  if (chosen === undefined) return null;
  const { network } = chosen;
  const [block, hash, address] = [search.get('block'), search.get('hash'), search.get('address')];
  return (
    <>
      <Search />
      <Tabs
        label={t('network')}
        look="chips"
        tabs={networks.map((each) => ({ value: each.network, label: each.network }))}
        value={network}
        onChange={(next) => void navigate(explorerPath(next, {}))}
        controls="chain"
      />
      <div id="chain" className={styles.below}>
        {(block ?? hash ?? address) !== null && (
          <Link to={explorerPath(network, {})} className={styles.link}>
            {t('back', { network: chosen.name })}
          </Link>
        )}
        {block !== null ? (
          <BlockPage network={network} block={block} />
        ) : hash !== null ? (
          <TransactionPage network={network} hash={hash} />
        ) : address !== null ? (
          <AddressPage network={network} address={address} />
        ) : (
          <ChainOverview key={network} network={chosen} />
        )}
      </div>
    </>
  );
}

/** What is looked at next begins at its top, as another screen would; the address of the screen stays the same. */
function useTopOf(shown: string): void {
  const before = useRef(shown);
  useEffect(() => {
    if (before.current === shown) return;
    before.current = shown;
    void scrollTo(0, 0);
  }, [shown]);
}

const pathOfHit = ({ kind, network, key }: ChainHit): string =>
  explorerPath(network, kind === 'block' ? { block: key } : kind === 'transaction' ? { hash: key } : { address: key });

/** One hit is shown at once; of several (a height is one of every network) the reader chooses. */
function Search() {
  const { t } = useTranslation('chain');
  const navigate = useNavigate();
  const [query, setQuery] = useState('');
  const [hits, setHits] = useState<ChainHit[] | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (query.trim() === '') return;
    try {
      const found = await api.call(searchChain, { query: query.trim() });
      const [only] = found;
      if (found.length === 1 && only !== undefined) {
        setHits(null);
        await navigate(pathOfHit(only));
      } else setHits(found);
    } catch (error) {
      toastError(error);
    }
  };
  return (
    <form className={styles.search} role="search" onSubmit={(event) => void submit(event)}>
      <input
        type="search"
        aria-label={t('search.label')}
        placeholder={t('search.label')}
        autoComplete="off"
        spellCheck={false}
        maxLength={128}
        value={query}
        onChange={(event) => setQuery(event.target.value)}
      />
      <Button type="submit">{t('search.action')}</Button>
      <div role="status" className={styles.hits}>
        {hits?.length === 0 && t('search.none')}
        {hits !== null && hits.length > 1 && (
          <>
            {t('search.several')}
            {hits.map((hit) => (
              <Link key={hit.network} to={pathOfHit(hit)} className={styles.link} onClick={() => setHits(null)}>
                {hit.network}
              </Link>
            ))}
          </>
        )}
      </div>
    </form>
  );
}
