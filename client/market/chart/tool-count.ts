/** How many technical tools the chart has, indicators and drawing tools; a test counts them. Loads none of them. */
export const TECHNICAL_TOOLS = 90;
