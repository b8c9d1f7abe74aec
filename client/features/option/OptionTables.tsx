import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { pathOf } from '../../app/routes';
import { Tabs } from '../../ui/Tabs';
import { OpenOptions } from './OpenOptions';
import { OptionHistory } from './OptionHistory';
import { useOpenOptions } from './use-options';
import orders from '../../orders/Orders.module.css';

const VIEWS = ['open', 'history'] as const;
type View = (typeof VIEWS)[number];
const EVERYTHING = {};

/** Open options, and those that are over. */
export function OptionTables() {
  const { t } = useTranslation('option');
  const [search] = useSearchParams();
  const [view, setView] = useState<View>(search.get('tab') === 'history' ? 'history' : 'open');
  const count = useOpenOptions().data?.options.length ?? 0;
  return (
    <section className={orders.panel} aria-label={t('tables.title')}>
      <header className={orders.head}>
        <Tabs
          label={t('tables.title')}
          controls="options-view"
          value={view}
          onChange={setView}
          tabs={[
            { value: 'open', label: `${t('tables.open')} (${count})` },
            { value: 'history', label: t('tables.history') },
          ]}
        />
        <div className={orders.tools}>
          <Link className={orders.more} to={pathOf('optionRecords')}>
            {t('tables.all')}
          </Link>
        </div>
      </header>
      <div id="options-view" role="tabpanel" aria-label={t(`tables.${view}`)} className={orders.body} tabIndex={0}>
        {view === 'open' ? <OpenOptions /> : <OptionHistory filters={EVERYTHING} />}
      </div>
    </section>
  );
}
