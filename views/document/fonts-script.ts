/** views/styles/fonts.css. */
export const FONTS_ATTRIBUTE = 'data-fonts'

/** Media of a preload link until the font is to be used. */
export const FONTS_WAIT = 'not all'

/**
 * Uses the site's fonts at once only where the service worker keeps them, or no worker could (docs/decisions/075).
 * Inline in the head, behind the links.
 */
export const fontsScript = `{const w=navigator.serviceWorker;if(!w||w.controller){document.documentElement.setAttribute('${FONTS_ATTRIBUTE}','');for(const l of document.querySelectorAll('link[as=font]'))l.media='all'}}`
