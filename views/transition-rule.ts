/**
 * Lets pages cross-fade into each other (architecture, "The browser"); `views/styles/transitions.css` says how. Inline,
 * because Chromium may show a page before it has found the rule in a linked style sheet: it then gives the transition up,
 * with an error that nothing on the page can catch. Text, because the security policy names it by its hash.
 */
export const TRANSITION_RULE = '@view-transition{navigation:auto}'
/** Readers who want no motion get no transition: the style's `media`. */
export const TRANSITION_MEDIA = '(prefers-reduced-motion: no-preference)'
