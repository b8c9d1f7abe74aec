import { describe, expect, it } from '@jest/globals';
import { folded } from './folded.js';

describe('a search', () => {
  it('finds words however their accents and capitals are typed', () => {
    expect(folded('Đặt lệnh GIỚI HẠN')).toBe('dat lenh gioi han');
    expect(folded('Größe')).toBe(folded('grösse'));
    expect(folded('Órdenes límite')).toBe('ordenes limite');
    expect(folded('注文がある')).toBe('注文がある');
    expect(folded('지정가 주문')).toBe('지정가 주문');
    expect(folded('คำสั่งซื้อ')).toContain('สั่ง');
  });
});
