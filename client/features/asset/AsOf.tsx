import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AssetsView } from '../../../contracts/asset.contract';
import { useFormat } from '../../lib/format';
import { Button } from '../../ui/Button';
import { useAsOf } from './use-fresh-assets';
import styles from './AssetPage.module.css';

/** Chooses a past instant for everything on the page, and marks the page while it shows the past. */
export function AsOf({ assets }: { assets: AssetsView | undefined }) {
  const { t } = useTranslation('asset');
  const format = useFormat();
  const [at, choose] = useAsOf();
  const [latest] = useState(() => localText(Date.now()));
  return (
    <div className={styles.asOf}>
      <label>
        {t('asOf')}
        <input
          type="datetime-local"
          step={1}
          max={latest}
          value={at === undefined ? '' : localText(at)}
          onChange={(event) => choose(instantOf(event.target.value))}
        />
      </label>
      {at !== undefined && (
        <Button kind="plain" size="s" onClick={() => choose(undefined)}>
          {t('asOf.now')}
        </Button>
      )}
      {at !== undefined && assets && (
        <p role="status">
          {t('asOf.shown', { time: format.dateTime(assets.at), position: format.count(assets.position) })}
        </p>
      )}
    </div>
  );
}

/** `2026-11-21T16:31:07` by the reader's own clock, as such a field holds it. */
function localText(at: number): string {
  const date = new Date(at);
  const two = (figure: number) => `${figure}`.padStart(2, '0');
  const day = [`${date.getFullYear()}`.padStart(4, '0'), two(date.getMonth() + 1), two(date.getDate())].join('-');
  return `${day}T${[date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':')}`;
}

function instantOf(text: string): number | undefined {
  const at = new Date(text).getTime();
  return Number.isNaN(at) || at < 0 ? undefined : at;
}
