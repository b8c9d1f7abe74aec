import { account } from './features/account/account.feature.js';
import { alert } from './features/alert/alert.feature.js';
import { asset } from './features/asset/asset.feature.js';
import { c2c } from './features/c2c/c2c.feature.js';
import { chain } from './features/chain/chain.feature.js';
import { coins } from './features/coins/coins.feature.js';
import { content } from './features/content/content.feature.js';
import { contract } from './features/contract/contract.feature.js';
import { conversion } from './features/conversion/conversion.feature.js';
import { credit } from './features/credit/credit.feature.js';
import { custody } from './features/custody/custody.feature.js';
import { subscription } from './features/subscription/subscription.feature.js';
import { reward } from './features/reward/reward.feature.js';
import { deposit } from './features/deposit/deposit.feature.js';
import { fund } from './features/fund/fund.feature.js';
import { home } from './features/home/home.feature.js';
import { identity } from './features/identity/identity.feature.js';
import { invitation } from './features/invitation/invitation.feature.js';
import { liability } from './features/liability/liability.feature.js';
import { loan } from './features/loan/loan.feature.js';
import { market } from './features/market/market.feature.js';
import { message } from './features/message/message.feature.js';
import { option } from './features/option/option.feature.js';
import { payee } from './features/payee/payee.feature.js';
import { policy } from './features/policy/policy.feature.js';
import { risk } from './features/risk/risk.feature.js';
import { riskPremium } from './features/risk-premium/risk-premium.feature.js';
import { scorecard } from './features/scorecard/scorecard.feature.js';
import { security } from './features/security/security.feature.js';
import { spot } from './features/spot/spot.feature.js';
import { statement } from './features/statement/statement.feature.js';
import { support } from './features/support/support.feature.js';
import { transfer } from './features/transfer/transfer.feature.js';
import { watchlist } from './features/watchlist/watchlist.feature.js';
import { withdrawal } from './features/withdrawal/withdrawal.feature.js';
import type { Feature } from './lib/feature.js';

/** Every noun that the client shows. */
export const FEATURES: readonly Feature[] = [
  home,
  market,
  account,
  content,
  policy,
  chain,
  identity,
  risk,
  scorecard,
  riskPremium,
  security,
  credit,
  custody,
  loan,
  fund,
  reward,
  subscription,
  coins,
  spot,
  contract,
  option,
  alert,
  deposit,
  withdrawal,
  asset,
  transfer,
  payee,
  conversion,
  liability,
  invitation,
  c2c,
  statement,
  message,
  support,
  watchlist,
];
