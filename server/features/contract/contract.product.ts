import { planned } from '../../core/command.js';
import { ContractSource } from '../../market/contract/contract-source.js';
import { bookKind, type BookKind } from '../../trading/venue/book.state.js';
import type { Product } from '../../trading/venue/product.settlement.js';
import { admissionOf } from './contract.admission.js';
import { contractCommands } from './contract.commands.js';
import './contract.events.js';
import { EndPositions } from './delivery/contract-end.commands.js';
import { fundingKind } from './funding/funding.state.js';
import { marginSettlement } from './position/position.settlement.js';
import { positionKind, spaceOf } from './position/position.state.js';

/** Perpetual and delivery contracts: orders hold margin, and fills move positions. */
export const contractProduct: Product = {
  name: 'contract',
  symbols: ['perpetual', 'delivery'],
  prefix: 'Contract',
  space: spaceOf,
  commands: contractCommands,
  hasPositions: true,
  heldAsset: (_, { quote }) => quote,
  sourceOf: (parts) => new ContractSource(parts),
  settlement: marginSettlement,
  moves: (ownerId, symbol) => [
    [positionKind, ownerId],
    [fundingKind, symbol],
  ],
  admission: admissionOf,
  lifeEnded: (owner) => planned(EndPositions, owner),
};

/** Stream `contract-<symbol>`: the book with the users' orders, their lots, and what is on hold for each order. */
export const contractKind: BookKind = bookKind(contractProduct);
