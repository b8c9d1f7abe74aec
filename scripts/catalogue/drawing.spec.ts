import { describe, expect, it } from '@jest/globals';
import { figuresOf, normalOf, type Company } from './drawing.js';

const company = (change: Partial<Company> = {}): Company => ({
  ticker: 'ACME',
  sector: 'industrials',
  industry: 'Tools & Accessories',
  country: 'US',
  size: 'mid',
  level: { price: 40, marketValue: 3e9 },
  ...change,
});
const many = [...Array(2_000).keys()].map((at) => `T${at}`);
const mean = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0) / numbers.length;

describe('figures that no table gives', () => {
  it('follow from the ticker alone', () => {
    expect(figuresOf(company())).toEqual(figuresOf(company()));
    expect(figuresOf(company({ ticker: 'BOLT' })).volatilityAnnual).not.toBe(figuresOf(company()).volatilityAnnual);
  });

  it('are drawn from a normal distribution', () => {
    const draws = many.map((ticker) => normalOf(ticker, 'volatility'));
    expect(Math.abs(mean(draws))).toBeLessThan(0.07);
    expect(mean(draws.map((each) => each * each))).toBeCloseTo(1, 0);
  });

  it('are named, and what our table gives is not among them', () => {
    expect(figuresOf(company()).drawn).toEqual(['dailyVolumeUsdt', 'volatilityAnnual', 'spreadBps', 'factors']);
    expect(figuresOf(company({ level: undefined })).drawn).toContain('referencePrice');
  });

  it('stay inside the class of size of the company', () => {
    const values = many.map((ticker) => figuresOf(company({ ticker, level: undefined })).marketValue);
    expect(Math.min(...values)).toBeGreaterThanOrEqual(2e9);
    expect(Math.max(...values)).toBeLessThanOrEqual(10e9);
  });

  it('keep the order of the classes: small moves more than large, technology more than utilities', () => {
    const volatility = (change: Partial<Company>): number =>
      mean(many.slice(0, 300).map((ticker) => Number(figuresOf(company({ ...change, ticker })).volatilityAnnual)));
    const [small, large] = (['small', 'large'] as const).map((size) => volatility({ size, level: undefined }));
    expect(small).toBeGreaterThan(1.5 * (large ?? 0));
    expect(volatility({ sector: 'technology' })).toBeGreaterThan(volatility({ sector: 'utilities' }));
  });

  it('never make a spread narrower than a tick, or loadings that explain more than everything', () => {
    for (const price of [0.05, 1, 3, 400, 6_000]) {
      const level = { price, marketValue: 90e9 };
      const { spreadBps, referencePrice, tickSize, factors } = figuresOf(company({ level }));
      expect(Number(spreadBps)).toBeGreaterThanOrEqual((0.9 * Number(tickSize) * 1e4) / Number(referencePrice));
      const squares = factors.split(' ').map((loading) => Number(loading.split(':')[1]) ** 2);
      expect(squares.reduce((sum, each) => sum + each, 0)).toBeLessThan(1);
    }
  });
});
