/**
 * Cross-fades between pages; `views/styles/transitions.css` has the animation. Inline,
 * because Chromium may show a page before it finds the rule in a linked style sheet, and then aborts the transition
 * with an error that no script can catch. Text, because the security policy allows it by hash.
 */
export const TRANSITION_RULE = '@view-transition{navigation:auto}'
/** No transition for readers who prefer reduced motion: the style's `media`. */
export const TRANSITION_MEDIA = '(prefers-reduced-motion: no-preference)'
