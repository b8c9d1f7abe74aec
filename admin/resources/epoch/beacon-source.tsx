import { useTranslate } from 'react-admin';
import type { EpochView } from '../../../contracts/market.contract.js';

/** Where the beacon of an epoch is from. */
export function BeaconSourceText({ source }: Pick<EpochView, 'source'>) {
  return <>{useTranslate()(`console.epoch.source.${source}`)}</>;
}
