/**
 * Transcendental functions from nothing but +, -, *, / and the square root, which IEEE 754 rounds alike everywhere.
 * A published price must come out the same on every machine and engine; `Math.exp` and `Math.log` need not.
 * Errors are a few units in the last place, far below a price tick.
 */
const LN2_HIGH = 6.9314718036912381649e-1;
const LN2_LOW = 1.90821492927058770002e-10;
const INV_LN2 = 1.442695040888963387;

/** 1/13! down to 1/0!. */
const EXP_TERMS = Float64Array.from(
  [6227020800, 479001600, 39916800, 3628800, 362880, 40320, 5040, 720, 120, 24, 6, 2, 1, 1],
  (n) => 1 / n,
);

const bits = new DataView(new ArrayBuffer(8));

/** e to the power of `x`; saturates beyond +-700. */
export function exp(x: number): number {
  if (x > 700) return exp(700);
  if (x < -700) return 0;
  const k = Math.round(x * INV_LN2);
  const r = x - k * LN2_HIGH - k * LN2_LOW;
  // Taylor to the thirteenth power: |r| <= 0.35, so the rest is below 2^-56.
  let sum = EXP_TERMS[0] as number;
  for (let i = 1; i < EXP_TERMS.length; i++) sum = sum * r + (EXP_TERMS[i] as number);
  bits.setUint32(0, (k + 1023) << 20);
  bits.setUint32(4, 0);
  return sum * bits.getFloat64(0);
}

/** The natural logarithm of a positive, normal number. */
export function ln(x: number): number {
  bits.setFloat64(0, x);
  const high = bits.getUint32(0);
  let k = (high >>> 20) - 1023;
  bits.setUint32(0, (high & 0xfffff) | 0x3ff00000);
  let m = bits.getFloat64(0);
  if (m > Math.SQRT2) {
    m /= 2;
    k++;
  }
  const f = (m - 1) / (m + 1);
  const s = f * f;
  // atanh series: |f| <= 0.172, so eleven terms leave less than 2^-56.
  const series =
    s *
    (1 / 3 +
      s *
        (1 / 5 +
          s *
            (1 / 7 + s * (1 / 9 + s * (1 / 11 + s * (1 / 13 + s * (1 / 15 + s * (1 / 17 + s * (1 / 19 + s / 21)))))))));
  return k * LN2_HIGH + (2 * f + (2 * f * series + k * LN2_LOW));
}

/** A uniform number strictly between 0 and 1 from a random 32-bit word. */
export function uniform(word: number): number {
  return (word + 0.5) / 4294967296;
}

/** The standard normal distribution function (Abramowitz and Stegun 26.2.17), accurate to 1e-7. */
export function normalShare(z: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(z));
  const series = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  const tail = 0.3989422804014327 * exp((-z * z) / 2) * series;
  return z < 0 ? tail : 1 - tail;
}

/** The standard normal quantile of a random word: Wichura's PPND7 (AS 241, 1988), accurate to 1e-7. */
export function gaussian(word: number): number {
  const q = (word + 0.5) / 4294967296 - 0.5;
  if (q > -0.425 && q < 0.425) {
    const r = 0.180625 - q * q;
    return (
      (q * (((5.910937472e1 * r + 1.5929113202e2) * r + 5.0434271938e1) * r + 3.3871327179)) /
      (((6.71875636e1 * r + 7.8757757664e1) * r + 1.7895169469e1) * r + 1)
    );
  }
  const tail = q < 0 ? 0.5 + q : 0.5 - q;
  const root = Math.sqrt(-ln(tail));
  let value: number;
  if (root <= 5) {
    const r = root - 1.6;
    value =
      (((1.7023821103e-1 * r + 1.3067284816) * r + 2.75681539) * r + 1.4234372777) /
      ((1.2021132975e-1 * r + 7.370016425e-1) * r + 1);
  } else {
    const r = root - 5;
    value =
      (((1.7337203997e-2 * r + 4.2868294337e-1) * r + 3.081226386) * r + 6.657905115) /
      ((1.2258202635e-2 * r + 2.4197894225e-1) * r + 1);
  }
  return q < 0 ? -value : value;
}
