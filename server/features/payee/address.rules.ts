import type { ChainNetwork, SimulatedChain } from '../../core/ports/chain.js';
import { refuse, type Refusal } from '../../core/refusal.js';

/** A person's input for an address. An empty tag means none. */
export interface AddressForm {
  readonly currency: string;
  readonly network: string;
  readonly address: string;
  readonly tag: string;
  readonly label: string;
}

/** What is personal of it; sealed as one text. */
export interface AddressTexts {
  readonly address: string;
  readonly tag: string | null;
  readonly label: string;
}

type Chains = Pick<SimulatedChain, 'network' | 'addressProblem'>;

/** Checks currency, network, address and tag in this order; each way to be wrong has its own refusal. */
export function checkAddress(chains: Chains, form: AddressForm): AddressTexts | Refusal {
  const { currency, network, address, tag, label } = form;
  const chain = chains.network(network);
  if (chain === undefined || !moves(chain, currency))
    return refuse('payee.currency-not-on-network', { field: 'network', currency, network });
  const problem = chains.addressProblem(network, address);
  if (problem?.problem === 'network')
    return refuse('payee.address-network', { field: 'address', network, found: problem.network ?? '?' });
  if (problem?.problem === 'checksum') return refuse('payee.address-checksum', { field: 'address' });
  if (problem !== undefined) return refuse('payee.address-format', { field: 'address', network });
  if (chain.usesTag && tag === '') return refuse('payee.tag-required', { field: 'tag', network });
  if (!chain.usesTag && tag !== '') return refuse('payee.tag-unused', { field: 'tag', network });
  return { address, tag: tag === '' ? null : tag, label };
}

function moves({ assets }: ChainNetwork, currency: string): boolean {
  return assets.some(([asset]) => asset === currency);
}
