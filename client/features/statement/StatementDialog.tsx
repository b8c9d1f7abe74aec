import { useTranslation } from 'react-i18next';
import ModalPanel from '../../ui/ModalPanel';
import { Statements } from './Statements';

/** The statement as a dialog over the current page. */
export default function StatementDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('statement');
  return (
    <ModalPanel title={t('title')} onClose={onClose} size={920} tall>
      <Statements />
    </ModalPanel>
  );
}
