import { describe, expect, it } from '@jest/globals';
import { languageKeys, type Language } from '../../../shared/language.js';
import { readJson } from '../../../test/kit/sources.js';
import type { EventOf } from '../../core/notification.js';
import { MessageTexts } from '../../outside/messaging/message-texts.js';
import { contractNotifications } from './contract.notifications.js';

type Golden = Record<string, Record<string, object>>;

const letters = new MessageTexts('Glassbook');
const golden = readJson<Golden>('test/golden/events/position.json');
const POSITION = { symbol: 'BTCUSDT-PERP', side: 'long', quantity: '1200', lots: 12, markPrice: '91000' };

/** Subject and sentence of the letter that follows an event: as recorded once, with these figures. */
function letterOf(type: string, figures: object, lang: Language): { subject: string; body: string } {
  const [recorded = {}] = Object.values(golden[type] ?? {}).slice(-1);
  const event = { type, at: 0, version: 1, data: { ...recorded, ...POSITION, ...figures } };
  const [notify] = contractNotifications.flatMap(({ on }) => on[type] ?? []);
  const letter = notify?.(event as unknown as EventOf<never>)?.letter;
  if (letter === undefined) throw new Error(`${type} sends no letter`);
  const address = { kind: 'email', to: 'ann@example.com' } as const;
  const { subject, text } = letters.write({ ...letter, lang, address });
  return { subject, body: text.split('\n\n')[1] ?? '' };
}

const WARNED = { riskRate: '0.8125', liquidationPrice: '90000.125' };
const LIQUIDATED = { step: 'reduce', filledLots: 3, gap: null };
const DELEVERAGED = { side: 'short', price: '90500', place: 2, queueLength: 7 };

describe('the letter about a position', () => {
  it.each<[string, object, Language, string, string]>([
    [
      'PositionWarned',
      WARNED,
      'en',
      'Liquidation is near: BTCUSDT-PERP',
      'The risk rate of your long position in BTCUSDT-PERP is 81.25%. At 100% we liquidate it. Add margin or reduce the position. Mark price: 91,000 USDT. Liquidation price: 90,000.125 USDT.',
    ],
    [
      'PositionWarned',
      WARNED,
      'de',
      'Liquidation droht: BTCUSDT-PERP',
      'Die Risikoquote Ihrer Long-Position in BTCUSDT-PERP beträgt 81,25\u00a0%. Bei 100\u00a0% wird sie liquidiert. Schießen Sie Margin nach oder verkleinern Sie die Position. Mark-Kurs: 91.000 USDT. Liquidationspreis: 90.000,125 USDT.',
    ],
    [
      'PositionLiquidated',
      LIQUIDATED,
      'en',
      'Position liquidated: BTCUSDT-PERP',
      'Your long position in BTCUSDT-PERP reached its liquidation price. Mark price: 91,000 USDT. We closed 300 of its 1,200 BTC. You lose no more than its margin.',
    ],
    [
      'PositionLiquidated',
      { ...LIQUIDATED, step: 'take-over' },
      'de',
      'Position liquidiert: BTCUSDT-PERP',
      'Ihre Long-Position in BTCUSDT-PERP hat ihren Liquidationspreis erreicht. Mark-Kurs: 91.000 USDT. Wir haben 1.200 von 1.200 BTC geschlossen. Sie verlieren höchstens die Margin dieser Position.',
    ],
    [
      'PositionDeleveraged',
      DELEVERAGED,
      'en',
      'Position auto-deleveraged: BTCUSDT-PERP',
      'We closed 1,200 BTC of your short position in BTCUSDT-PERP at 90,500 USDT. The other side was liquidated and the insurance fund could not cover it. You were number 2 of 7 in the queue. You paid no fee.',
    ],
    [
      'PositionDeleveraged',
      DELEVERAGED,
      'de',
      'Auto-Deleveraging: BTCUSDT-PERP',
      'Wir haben 1.200 BTC Ihrer Short-Position in BTCUSDT-PERP zu 90.500 USDT geschlossen. Die Gegenseite wurde liquidiert, und der Versicherungsfonds konnte das nicht decken. Sie standen auf Platz 2 von 7. Eine Gebühr fiel nicht an.',
    ],
  ])('of %s %j reads in %s: %s', (type, figures, lang, subject, body) => {
    expect(letterOf(type, figures, lang)).toEqual({ subject, body });
  });

  it('is whole and in other words in each language', () => {
    const told = [...new Set(contractNotifications.flatMap(({ on }) => Object.keys(on)))];
    expect(told).toHaveLength(5);
    for (const type of told) {
      const bodies = languageKeys.map((lang) => letterOf(type, {}, lang).body);
      expect([type, new Set(bodies).size]).toEqual([type, languageKeys.length]);
      expect([type, bodies.filter((body) => body === '' || /\{\{|undefined/.test(body))]).toEqual([type, []]);
    }
  });
});
