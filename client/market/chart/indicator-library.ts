/** The indicators and their drawing in one piece, fetched when the first one is wanted. */
export { IndicatorPlots } from './indicator-plots';
export { CATALOGUE, entryOf } from './indicators/catalogue';
export { shortTitle } from './indicators/sources';
