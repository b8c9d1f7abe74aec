import { Suspense, lazy, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Offer } from './trading';

const load = () => import('../../ui/MenuPanel');
const MenuPanel = lazy(load);
const PanelItem = lazy(async () => ({ default: (await load()).PanelItem }));

/** Where a menu of offers is open, in pixels of the window, and who opened it. */
export interface OpenOffers {
  offers: readonly Offer[];
  at: { x: number; y: number };
  opener: HTMLElement;
}

/** What can be ordered at a price. A choice fills the form, which takes the focus. */
export function OfferMenu({ open, onClose }: { open: OpenOffers; onClose: () => void }) {
  const { t } = useTranslation('chart');
  const opener = useRef<HTMLElement | null>(open.opener);
  return (
    <Suspense fallback={null}>
      <MenuPanel label={t('offer.title')} opener={opener} at={open.at} align="start" onClose={onClose}>
        {open.offers.map(({ key, side, label, take }) => (
          <PanelItem
            key={key}
            onSelect={() => {
              opener.current = null;
              onClose();
              take();
            }}
          >
            <span className={side === 'buy' ? 'up' : 'down'}>{label}</span>
          </PanelItem>
        ))}
      </MenuPanel>
    </Suspense>
  );
}
