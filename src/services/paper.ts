/**
 * The page's background in both themes, for places outside style sheets; `views/styles/tokens.css` has the same values.
 */
export const PAPER = { light: '#fffdf9', dark: '#15141a' } as const
