import { QRCodeCanvas } from 'qrcode.react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useBrand } from '../../app/brand';
import { save } from '../../lib/download';
import { Button } from '../../ui/Button';
import styles from './Invitation.module.css';

/** Pixels of the card, which has the shape of a bank card. */
const CARD = { width: 1012, height: 638, edge: 64, code: 400 };
const FONT = 'system-ui, sans-serif';

/** Draws name, code, link and QR code, and hands them to the browser as a PNG file. */
export default function CardButton({ link, code }: { link: string; code: string }) {
  const { t } = useTranslation('invitation');
  const { name } = useBrand();
  const source = useRef<HTMLCanvasElement>(null);
  const download = () => {
    if (source.current === null) return;
    const card = drawn(source.current, [name, code, link.replace(/^https?:\/\//, '')]);
    card.toBlob((file) => {
      if (file !== null) save(file, `${code}.png`);
    }, 'image/png');
  };
  return (
    <>
      <QRCodeCanvas
        ref={source}
        className={styles.hidden}
        value={link}
        size={CARD.code}
        marginSize={2}
        level="M"
        aria-hidden="true"
      />
      <Button kind="plain" onClick={download}>
        {t('card')}
      </Button>
    </>
  );
}

/** Dark on light, as the code that phones read. */
function drawn(qr: HTMLCanvasElement, [name, code, link]: readonly [name: string, code: string, link: string]) {
  const card = document.createElement('canvas');
  const { width, height, edge } = CARD;
  Object.assign(card, { width, height });
  const pen = card.getContext('2d');
  if (pen === null) return card;
  Object.assign(pen, { fillStyle: '#fff' });
  pen.fillRect(0, 0, width, height);
  pen.drawImage(qr, width - CARD.code - edge, (height - CARD.code) / 2, CARD.code, CARD.code);
  Object.assign(pen, { fillStyle: '#111', font: `600 54px ${FONT}` });
  const room = width - CARD.code - 3 * edge;
  pen.fillText(name, edge, 200, room);
  Object.assign(pen, { font: `600 48px ${FONT}` });
  pen.fillText(code, edge, 320, room);
  Object.assign(pen, { font: `400 24px ${FONT}` });
  pen.fillText(link, edge, 400, room);
  return card;
}
