import { useTranslation } from 'react-i18next';
import { RealOnly } from '../payee/PayeePage';

/** A demo account reads why it cannot borrow, and where to go on. */
export function DemoNote() {
  const { t } = useTranslation('loan');
  return <RealOnly why={t('demo')} />;
}
