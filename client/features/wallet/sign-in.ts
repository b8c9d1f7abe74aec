import { getWalletChallenge } from '../../../contracts/wallet.calls';
import { api } from '../../lib/api';
import type { WalletPurpose } from '../../../contracts/wallet.contract';
import type { Wallet } from './wallet';

/** A wallet that is ready to sign. */
export interface ReadyWallet {
  wallet: Wallet;
  address: string;
}

/** Has a fresh message of the server signed. It is valid once, so every try signs another. */
export async function signedChallenge(
  { wallet, address }: ReadyWallet,
  purpose: WalletPurpose,
): Promise<{ nonce: string; signature: string }> {
  const { nonce, message } = await api.call(getWalletChallenge, { purpose, address, domain: location.host });
  const signature = await wallet.send({ type: 'sign', host: location.host, text: message });
  // The server's message names this page; anything else is our bug and must fail loudly.
  if (signature === null) throw new Error('the message to sign was made for another page');
  return { nonce, signature };
}
