import { QRCodeSVG } from 'qrcode.react';

/** A code that a phone's camera reads. Always dark on light, because many readers know no other. */
export default function QrCode({ text, label }: { text: string; label: string }) {
  return <QRCodeSVG value={text} size={176} marginSize={2} level="M" role="img" aria-label={label} />;
}
