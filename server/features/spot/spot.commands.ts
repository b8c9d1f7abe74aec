import { orderCommandsOf } from '../../trading/venue/order.commands.js';

export const spotCommands = orderCommandsOf('Spot');
