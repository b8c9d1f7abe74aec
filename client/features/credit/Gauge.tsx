import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format';
import styles from './Credit.module.css';

const RADIUS = 80;
const LENGTH = Math.PI * RADIUS;

/** The score on a half circle from floor to ceiling; the start is a notch, so that one sees how far it has come. */
export function Gauge({
  score,
  start,
  floor,
  ceiling,
}: {
  score: number;
  start: number;
  floor: number;
  ceiling: number;
}) {
  const { t } = useTranslation('credit');
  const format = useFormat();
  const part = (value: number): number => (ceiling === floor ? 0 : (value - floor) / (ceiling - floor));
  const angle = Math.PI * (1 - part(start));
  const at = (radius: number) => [100 + radius * Math.cos(angle), 100 - radius * Math.sin(angle)] as const;
  const [[x1, y1], [x2, y2]] = [at(RADIUS - 11), at(RADIUS + 11)];
  const arc = `M${100 - RADIUS} 100 A${RADIUS} ${RADIUS} 0 0 1 ${100 + RADIUS} 100`;
  return (
    <div className={styles.gauge}>
      <svg
        viewBox="0 0 200 112"
        role="img"
        aria-label={t('gauge', {
          score: format.count(score),
          floor: format.count(floor),
          ceiling: format.count(ceiling),
        })}
      >
        <path d={arc} className={styles.track} />
        <path d={arc} className={styles.reached} strokeDasharray={`${LENGTH * part(score)} ${LENGTH}`} />
        <line x1={x1} y1={y1} x2={x2} y2={y2} className={styles.notch} />
      </svg>
      <strong>{format.count(score)}</strong>
      <p className={styles.ends} aria-hidden="true">
        <span>{format.count(floor)}</span>
        <span>{format.count(ceiling)}</span>
      </p>
    </div>
  );
}
