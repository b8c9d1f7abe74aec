import { describe, expect, it } from '@jest/globals';
import { contractRefusals, LEVERAGE_QUIZ } from '../../../contracts/contract.contract.js';
import { languageKeys } from '../../../shared/language.js';
import { bundle } from '../../../test/kit/words.js';
import { OpenPrincipal } from '../../core/ports/open-principal.js';
import { refuse } from '../../core/refusal.js';
import { Messages } from '../../edge/http/messages.js';
import { userAccount } from '../../engine/ledger/chart.js';
import { closedInPart, openedInPart } from './contract.rules.js';
import { leverage, margin, mode, order, protection, quiz, world, type World } from './contract.testkit.js';

const messages = new Messages();

const small = { margin: { brackets: [{ to: '500', leverageMax: 10, rate: '0.04' }] } };
const few = { margin: { openInterestMax: 1_200 } };
const capped = { margin: { cap: { cap: '30', policy: { name: 'risk.caps', version: 1, inputs: {} } } } };
const principal = () => new OpenPrincipal([{ accounts: (ownerId) => [userAccount(ownerId, 'contract', 'frozen')] }]);
/** Ann is long by 2 BTC, bought at 101. */
const long = () => world().and(order('ann', 'buy', '2', '101'));

/** Every command is refused by the code before it, after what was given. The mark price is 100. */
const REFUSED: [code: keyof typeof contractRefusals, english: string, Parameters<World['when']>[0], given?: World][] = [
  [
    'contract.side-not-of-mode',
    'This order is for another position mode. Refresh the page and place it again.',
    order('ann', 'buy', '1', '100', { positionSide: 'both' }),
  ],
  [
    'contract.trailing-stop-only-closes',
    'A trailing stop of a contract only closes. Choose the side that closes your position.',
    order('ann', 'sell', '1', '100', { callback: '1%' }),
  ],
  [
    'contract.position-limit',
    'A position can be worth 500 USDT at most. Reduce the quantity.',
    order('ann', 'buy', '5.1', '100', small),
  ],
  [
    'contract.leverage-above-bracket',
    'A position of 5,010 USDT allows 50x leverage; yours is 100x. Reduce the quantity or the leverage.',
    order('ann', 'buy', '50.1', '100'),
    world().and(quiz('ann'), leverage('ann', 100)),
  ],
  [
    'contract.open-interest-full',
    'You can open only 0.2 BTC more on this side. Reduce the quantity.',
    order('cid', 'buy', '1', '99', few),
    world().and(order('bob', 'sell', '1', '100'), order('ann', 'buy', '1', '100')),
  ],
  [
    'contract.cap-exceeded',
    'Your risk class allows 30 USDT open at a time. 20.19 USDT are open. Reduce the quantity or answer the risk questionnaire.',
    order('ann', 'buy', '1', '100', capped),
    world(undefined, principal()).and(order('ann', 'buy', '2', '100', capped)),
  ],
  [
    'contract.opening-trigger',
    'An order that opens can only watch the mark price. Choose the mark price as trigger.',
    order('ann', 'buy', '1', '110', { stopPrice: '110', trigger: 'last' }),
  ],
  [
    'contract.price-beyond-bankruptcy',
    'Your margin ends at 89.9 USDT. Choose a price that is no worse.',
    order('ann', 'sell', '2', '89.89', { positionSide: 'long' }),
    long(),
  ],
  [
    'contract.stop-beyond-liquidation',
    'Your position is liquidated at 90.27 USDT, before this trigger. Choose a trigger price nearer to the market.',
    order('ann', 'sell', '2', '90', { positionSide: 'long', stopPrice: '90.2' }),
    long(),
  ],
  [
    'contract.closing-order-beyond',
    'Your margin would end at 93.95 USDT, before your closing order at 90 USDT. Change or cancel that order first.',
    order('ann', 'buy', '2', '101'),
    long().and(
      order('ann', 'sell', '2', '90', { positionSide: 'long', stopPrice: '91' }),
      quiz('ann'),
      leverage('ann', 50),
    ),
  ],
  [
    'contract.leverage-out-of-range',
    'For a position of this size, choose a leverage from 1x to 100x.',
    leverage('ann', 101),
  ],
  ['contract.leverage-unchanged', 'Your leverage is already 10x. Choose another.', leverage('ann', 10)],
  [
    'contract.quiz-needed',
    'Leverage of 20x or more needs a passed quiz. Take the quiz or choose less.',
    leverage('ann', 20),
  ],
  [
    'contract.quiz-failed',
    '4 of 5 answers are right; all must be. Check your answers and try again.',
    quiz('ann', [2, 3, 1, 2, 4]),
  ],
  [
    'contract.quiz-passed-before',
    'You already passed the quiz. Choose your leverage.',
    quiz('ann'),
    world().and(quiz('ann')),
  ],
  ['contract.mode-unchanged', 'This position mode is already set. Choose the other one.', mode('ann', 'hedge')],
  [
    'contract.mode-while-open',
    'You have a position or an open order in BTCUSDT-PERP. Close or cancel it first.',
    mode('ann', 'one-way'),
    long(),
  ],
  [
    'contract.no-position',
    'You have no open position on this side of BTCUSDT-PERP. Refresh the list.',
    margin('ann', 'short', '5'),
    long(),
  ],
  ['contract.margin-zero', 'Enter an amount other than 0.', margin('ann', 'long', '0'), long()],
  [
    'contract.margin-above-available',
    'You have 977.6081 USDT available. Reduce the amount or transfer more first.',
    margin('ann', 'long', '980'),
    long(),
  ],
  [
    'contract.margin-not-removable',
    'You can remove at most 0.1909 USDT. Reduce the amount.',
    margin('ann', 'long', '-5'),
    long(),
  ],
  [
    'contract.take-profit-on-wrong-side',
    'Your take-profit 99 is on the wrong side of 100. Set it above for a long, below for a short.',
    protection('ann', 'long', { takeProfit: '99' }),
    long(),
  ],
  [
    'contract.stop-loss-on-wrong-side',
    'Your stop-loss 100 is on the wrong side of 100. Set it below for a long, above for a short.',
    protection('ann', 'long', { stopLoss: '100' }),
    long(),
  ],
];

describe('a refusal of a contract', () => {
  it.each(REFUSED)('%s says: %s', (code, english, command, given = world()) => {
    const refusal = given.when(command).refusal;
    expect(refusal).toMatchObject({ refusal: code });
    expect(messages.refusal('en', refusal ?? refuse('request.error'))).toBe(english);
  });

  it('for want of margin leads to a transfer, not to a deposit', () => {
    const { refusal } = world().when(order('ann', 'buy', '100', '100'));
    expect(messages.refusal('en', refusal ?? refuse('request.error'))).toBe(
      'Not enough margin: you have 1,000 USDT; this order needs 1,009.5 USDT. Reduce the quantity or transfer more first.',
    );
  });

  it('says how much a reversal opened where the book had less', () => {
    const refusal = openedInPart('2', '0.5', 'BTC');
    expect(messages.refusal('en', refusal ?? refuse('request.error'))).toBe(
      'You opened 0.5 of 2 BTC. The book had no more within the slippage limit.',
    );
    expect(openedInPart('2', '2.0', 'BTC')).toBeUndefined();
  });

  it('names what a closing order left open', () => {
    const refusal = closedInPart('0.5', '2', 'BTC');
    expect(messages.refusal('en', refusal ?? refuse('request.error'))).toBe(
      'You closed 0.5 of 2 BTC. The book had no more within the slippage limit.',
    );
    expect(closedInPart('2.0', '2', 'BTC')).toBeUndefined();
  });

  it('is proven for every code', () => {
    // A call that reads answers the last one: `contract-audit.api.spec.ts`.
    const proven = [
      ...REFUSED.map(([code]) => code),
      'contract.closed-in-part',
      'contract.reversed-in-part',
      'contract.position-unknown',
    ];
    expect(proven.sort()).toEqual(Object.keys(contractRefusals).sort());
  });
});

describe('the quiz on leverage', () => {
  it.each(languageKeys)('asks five questions with four different answers each in %s', (language) => {
    const texts = bundle(language, 'contract');
    const asked = LEVERAGE_QUIZ.map(({ question, answers }) => [
      texts[question],
      new Set(answers.map((answer) => texts[answer])).size,
    ]);
    expect(asked.map(([, different]) => different)).toEqual([4, 4, 4, 4, 4]);
    expect(new Set(asked.map(([question]) => question)).size).toBe(5);
    expect(asked.every(([question]) => /[?？]$/.test(String(question)))).toBe(true);
  });

  it('is passed by the answers that are true', () => {
    const texts = bundle('en', 'contract');
    const right = [2, 3, 1, 2, 3];
    expect(LEVERAGE_QUIZ.map(({ answers }, index) => texts[answers[(right[index] ?? 0) - 1] ?? ''])).toEqual([
      'You lose your whole margin.',
      'We close your position because its margin no longer covers the risk.',
      'The margin of this position, with what you added to it.',
      'A regular payment between longs and shorts.',
      'A smaller move against you liquidates your position.',
    ]);
    world().when(quiz('ann', right)).then('LeverageQuizPassed');
  });
});
