import { Controller } from '@nestjs/common';
import {
  bindWallet,
  getWallet,
  getWalletChallenge,
  unbindWallet,
  walletLogin,
} from '../../../contracts/wallet.calls.js';
import { Handle, type CallContext } from '../../edge/http/call.js';
import { WalletService } from './wallet.service.js';

@Controller()
export class WalletController {
  constructor(private readonly wallets: WalletService) {}

  @Handle(getWalletChallenge)
  challenge(context: CallContext<typeof getWalletChallenge>) {
    return this.wallets.challenge(context);
  }

  @Handle(walletLogin)
  logIn(context: CallContext<typeof walletLogin>) {
    return this.wallets.logIn(context);
  }

  @Handle(getWallet)
  own(context: CallContext<typeof getWallet>) {
    return this.wallets.own(context.session);
  }

  @Handle(bindWallet)
  bind(context: CallContext<typeof bindWallet>) {
    return this.wallets.bind(context);
  }

  @Handle(unbindWallet)
  unbind(context: CallContext<typeof unbindWallet>) {
    return this.wallets.unbind(context);
  }
}
