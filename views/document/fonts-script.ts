/** Attribute of the root element while it is set in the site's fonts (views/styles/fonts.css). */
export const FONTS_ATTRIBUTE = 'data-fonts'

/** Media of a font's preload link until the script says that the font is to be used. */
export const FONTS_WAIT = 'not all'

/**
 * Uses the site's fonts from the first paint on where the service worker keeps them, or where no worker could; else the
 * fallback (docs/decisions/075). It runs inline in the head, behind the links.
 */
export const fontsScript = `{const w=navigator.serviceWorker;if(!w||w.controller){document.documentElement.setAttribute('${FONTS_ATTRIBUTE}','');for(const l of document.querySelectorAll('link[as=font]'))l.media='all'}}`
