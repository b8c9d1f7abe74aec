import { Controller, Inject } from '@nestjs/common';
import { z } from 'zod';
import { commonFields } from '../../../contracts/account.contract.js';
import {
  bindWalletBody,
  unbindWalletBody,
  walletChallengeQuery,
  walletLoginBody,
} from '../../../contracts/wallet.contract.js';
import { Call, type Asked } from '../../edge/http/call.js';
import { WalletService } from './wallet.service.js';

const commonOnly = z.strictObject({ ...commonFields });

@Controller()
export class WalletController {
  constructor(@Inject(WalletService) private readonly wallets: WalletService) {}

  @Call({
    method: 'GET',
    path: 'web/getWalletChallenge',
    access: 'public',
    summary: 'A message for a wallet to sign (EIP-4361): valid once, for ten minutes, for one host and one address.',
    input: walletChallengeQuery,
    answer: 'WalletChallengeView',
    refusals: ['wallet.domain-wrong', 'session.missing', 'demo.real-only'],
  })
  challenge(asked: Asked<typeof walletChallengeQuery, 'public'>) {
    return this.wallets.challenge(asked);
  }

  @Call({
    method: 'POST',
    path: 'web/walletLogin',
    access: 'public',
    event: 'login',
    summary: 'Logs in by a signature over a challenge; an address without an account makes a new real account.',
    input: walletLoginBody,
    answer: 'SessionView',
    refusals: ['wallet.challenge-gone', 'wallet.signature-wrong', 'wallet.unknown', 'account.frozen'],
  })
  logIn(asked: Asked<typeof walletLoginBody, 'public'>) {
    return this.wallets.logIn(asked);
  }

  @Call({
    method: 'GET',
    path: 'web/getWallet',
    access: 'real',
    summary: 'The wallet that is bound to the account, if any.',
    input: commonOnly,
    answer: 'WalletView',
  })
  own(asked: Asked<typeof commonOnly, 'real'>) {
    return this.wallets.own(asked.session);
  }

  @Call({
    method: 'POST',
    path: 'web/bindWallet',
    access: 'real',
    summary: 'Makes a wallet a way into the account.',
    input: bindWalletBody,
    answer: 'WalletView',
    refusals: ['wallet.challenge-gone', 'wallet.signature-wrong', 'wallet.taken', 'wallet.bound-already'],
  })
  bind(asked: Asked<typeof bindWalletBody, 'real'>) {
    return this.wallets.bind(asked);
  }

  @Call({
    method: 'POST',
    path: 'web/unbindWallet',
    access: 'real',
    summary: 'Ends logging in by the wallet; refused while it is the only way in.',
    input: unbindWalletBody,
    answer: 'WalletView',
    refusals: ['wallet.only-way-in', 'wallet.not-bound'],
  })
  unbind(asked: Asked<typeof unbindWalletBody, 'real'>) {
    return this.wallets.unbind(asked);
  }
}
