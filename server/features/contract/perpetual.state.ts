import { ZERO } from '../../../shared/money.js';
import { bookKind, type BookKind } from '../../trading/venue/book.state.js';
import type { Product } from '../../trading/venue/product.settlement.js';
import { marginSettlement } from './position.settlement.js';
import { positionId, positionKind } from './position.state.js';
import { perpetualCommands } from './contract.commands.js';
import './perpetual.events.js';

const SPACE = 'contract';

/** Stream `perpetualposition-<contract>:<owner>`. */
export const perpetualPositionKind = positionKind('perpetualposition', SPACE);

const perpetual: Product = {
  name: 'perpetual',
  symbols: 'perpetual',
  prefix: 'Perpetual',
  space: SPACE,
  commands: perpetualCommands,
  hasPositions: true,
  heldAsset: (_, { quote }) => quote,
  settlement: (terms, view) =>
    marginSettlement({ kind: perpetualPositionKind, space: SPACE, fundingIndex: () => ZERO }, terms, view),
  moves: (owner, symbol) => [[perpetualPositionKind, positionId(owner, symbol)]],
};

/** Stream `perpetual-<contract>`: the book with the users' orders, their lots, and what is on hold for each order. */
export const perpetualKind: BookKind = bookKind(perpetual);
