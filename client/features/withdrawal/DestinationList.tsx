import { useTranslation } from 'react-i18next';
import { pathOf } from '../../app/routes';
import { cx } from '../../lib/cx';
import { ButtonLink } from '../../ui/Button';
import { Empty } from '../../ui/states';
import { grouped } from '../payee/grouped';
import { CoolingOff } from '../payee/PayeePage';
import { useNow } from '../payee/use-payees';
import type { Destination, WithdrawalRequest } from './withdrawal-form';
import { useInstants } from './words';
import styles from './Withdrawal.module.css';

interface DestinationListProps {
  request: WithdrawalRequest;
  destinations: readonly Destination[];
  onChoose: (destination: Destination) => void;
  error?: string | undefined;
}

/** Saved addresses or cards to choose from. A new one shows when its waiting time ends; a closed one is disabled. */
export function DestinationList({ request, destinations, onChoose, error }: DestinationListProps) {
  const { t } = useTranslation('withdrawal');
  const now = useNow(destinations.some(({ usableAt }) => usableAt > Date.now()));
  const typed = request.amount === '' ? '' : `&amount=${request.amount}`;
  const back = `${pathOf('withdrawal')}?kind=${request.kind}&currency=${request.currency}${typed}`;
  const to =
    request.kind === 'bank'
      ? `${pathOf('addBank')}?from=${encodeURIComponent(back)}`
      : `${pathOf('addAddress')}?currency=${request.currency}&from=${encodeURIComponent(back)}`;
  const add = (
    <ButtonLink to={to} kind="plain" size="s">
      {t(`form.add.${request.kind}`)}
    </ButtonLink>
  );
  if (destinations.length === 0) return <Empty text={t(`form.none.${request.kind}`)}>{add}</Empty>;
  return (
    <fieldset className={styles.destinations} aria-invalid={error !== undefined || undefined}>
      <legend>{t(`form.destination.${request.kind}`)}</legend>
      {destinations.map((destination) => (
        <Choice
          key={destination.id}
          destination={destination}
          chosen={destination.id === request.payeeId}
          waits={destination.usableAt > now}
          onChoose={() => onChoose(destination)}
        />
      ))}
      {error !== undefined && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
      {add}
    </fieldset>
  );
}

interface ChoiceProps {
  destination: Destination;
  chosen: boolean;
  waits: boolean;
  onChoose: () => void;
}

function Choice({ destination, chosen, waits, onChoose }: ChoiceProps) {
  const { t } = useTranslation('withdrawal');
  const instants = useInstants();
  const { id, name, account, tag, network, usableAt, closed } = destination;
  return (
    <label className={cx(styles.choice, chosen && styles.chosen)} data-off={closed || undefined}>
      <input type="radio" name="payeeId" value={id} checked={chosen} disabled={closed} onChange={onChoose} />
      <span className={styles.choiceText}>
        <span className={styles.choiceHead}>
          <strong>{name}</strong>
          {network !== '' && <span className={styles.chip}>{network}</span>}
          {waits && <CoolingOff usableAt={usableAt} />}
          {closed && <span className={styles.chip}>{t('form.closed')}</span>}
        </span>
        <code>{grouped(account)}</code>
        {waits && <small>{t('form.usableFrom', { name, when: instants(usableAt) })}</small>}
        {tag !== null && <small>{t('detail.tag', { tag })}</small>}
      </span>
    </label>
  );
}
