import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import type { CONTENT_LIMITS } from '../../../contracts/content.contract';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/icons';
import { Empty, Loadable } from '../../ui/states';
import { pathOf } from './address';
import { marksIn } from './marks';
import { useHelpSearch } from './use-content';
import styles from './Help.module.css';

const PAUSE_MS = 250;
const WORDS_LENGTH: (typeof CONTENT_LIMITS)['searchLength'] = 80;

/** Searches while one types, after a short pause; the words stand in the address, so that a search can be kept and shared. */
export function SearchBox() {
  const { t } = useTranslation('content');
  const [search] = useSearchParams();
  const query = search.get('q') ?? '';
  const [typed, setTyped] = useState(query);
  const { searchFor, stop } = useDebouncedSearch();
  // Another address (back, a link) brings other words with it.
  const [before, setBefore] = useState(query);
  if (query !== before) {
    setBefore(query);
    if (query !== typed.trim()) setTyped(query);
  }
  const type = (text: string) => {
    setTyped(text);
    searchFor(text);
  };
  return (
    <form
      role="search"
      className={styles.search}
      onSubmit={(event) => {
        event.preventDefault();
        stop();
        searchFor(typed, 0);
      }}
    >
      <Icon name="search" size={20} />
      <input
        type="search"
        value={typed}
        maxLength={WORDS_LENGTH}
        placeholder={t('search.placeholder')}
        aria-label={t('search.label')}
        autoComplete="off"
        enterKeyHint="search"
        onChange={(event) => type(event.target.value)}
      />
      {typed !== '' && (
        <button type="button" aria-label={t('search.clear')} onClick={() => type('')}>
          <Icon name="close" size={16} />
        </button>
      )}
    </form>
  );
}

/** Puts the words into the address; typing on replaces the entry of the history, so that one step back leaves the search. */
function useDebouncedSearch() {
  const go = useNavigate();
  const { pathname, search } = useLocation();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const stop = () => clearTimeout(timer.current);
  useEffect(() => stop, []);
  const searching = new URLSearchParams(search).has('q');
  const searchFor = (text: string, pauseMs = PAUSE_MS) => {
    stop();
    const words = text.trim();
    const to = words === '' ? pathname : `${pathname}?q=${encodeURIComponent(words)}`;
    timer.current = setTimeout(() => void go(to, { replace: searching }), words === '' ? 0 : pauseMs);
  };
  return { searchFor, stop };
}

export function SearchHits({ words }: { words: string }) {
  const { t } = useTranslation('content');
  const { pathname } = useLocation();
  const go = useNavigate();
  const query = useHelpSearch(words);
  return (
    <section className={styles.list} aria-labelledby="hits-title" aria-busy={query.isFetching}>
      <h2 id="hits-title" role="status">
        {query.data ? t('search.hits', { count: query.data.length, words }) : t('search.title')}
      </h2>
      <Loadable
        query={query}
        isEmpty={(hits) => hits.length === 0}
        empty={
          <Empty text={t('search.none')}>
            <Button kind="plain" onClick={() => void go(pathname)}>
              {t('search.browse')}
            </Button>
          </Empty>
        }
      >
        {(hits) => (
          <ul className={styles.entries}>
            {hits.map((hit) => (
              <li key={hit.slug}>
                <Link to={pathOf(hit, pathname)}>
                  {hit.category && <small>{t(`category.${hit.category}`)}</small>}
                  <strong>
                    <Marked text={hit.title} words={words} />
                  </strong>
                  <span>
                    <Marked text={hit.excerpt} words={words} />
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </Loadable>
    </section>
  );
}

function Marked({ text, words }: { text: string; words: string }) {
  return marksIn(text, words).map((piece, index) =>
    piece.hit ? <mark key={index}>{piece.text}</mark> : <span key={index}>{piece.text}</span>,
  );
}
