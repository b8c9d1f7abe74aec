import { useTranslation } from 'react-i18next';
import { setPositionMode } from '../../../contracts/contract.calls';
import { POSITION_MODES, type ContractView } from '../../../contracts/contract.contract';
import { api, QUIET } from '../../lib/api';
import { Button } from '../../ui/Button';
import { Form } from '../../ui/Form';
import ModalPanel from '../../ui/ModalPanel';
import { useForm } from '../../ui/use-form';
import { useSettings } from './use-contract-form';
import { showPositions } from './use-contracts';
import styles from './Contract.module.css';

/** How a contract keeps positions: a long and a short side by side, or one that an order may turn round. */
export default function ModeDialog({ contract, onClose }: { contract: ContractView; onClose: () => void }) {
  const { t } = useTranslation('contract');
  const { mode } = useSettings(contract);
  const form = useForm({
    initial: { mode: mode as string },
    send: async (values, requestToken) => {
      const chosen = POSITION_MODES.find((each) => each === values.mode) ?? mode;
      if (chosen !== mode)
        showPositions(await api.call(setPositionMode, { symbol: contract.symbol, mode: chosen, requestToken }, QUIET));
      onClose();
    },
  });
  return (
    <ModalPanel title={`${t('mode.title')} · ${contract.symbol}`} onClose={onClose}>
      <Form
        handle={form}
        label={t('mode.title')}
        actions={
          <Button type="submit" wide busy={form.busy}>
            {t('mode.save')}
          </Button>
        }
      >
        <fieldset className={styles.question}>
          <legend className="hidden-visually">{t('mode.title')}</legend>
          {POSITION_MODES.map((each) => (
            <label key={each}>
              <input
                type="radio"
                name="mode"
                value={each}
                checked={form.values.mode === each}
                onChange={() => form.set({ mode: each })}
              />
              <span>
                <b>{t(`mode.${each}`)}</b>
                <small>{t(`mode.hint.${each}`)}</small>
              </span>
            </label>
          ))}
        </fieldset>
        <p className={styles.note}>{t('mode.flat')}</p>
      </Form>
    </ModalPanel>
  );
}
