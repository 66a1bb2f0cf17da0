/** The page's background in both themes, for what no style sheet reaches; `views/styles/tokens.css` says the same. */
export const PAPER = { light: '#fffdf9', dark: '#15141a' } as const
