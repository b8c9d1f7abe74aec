import { lazy } from 'react';

export { useActionText } from '../features/corporate-action/action-text';
export { useChartActions } from '../features/corporate-action/chart-actions';

/** The card of an instrument's page; no chart waits for it. */
export const CorporateActions = lazy(async () => {
  const { CorporateActions: card } = await import('../features/corporate-action/CorporateActions');
  return { default: card };
});
