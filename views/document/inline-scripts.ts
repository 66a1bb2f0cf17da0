import { jsonForScript } from '../../src/content/html/markup.ts'

const WORKER_PATH = '/sw.js'

/**
 * The policy has the text's hash; scripts that it adds may load others (docs/decisions/016), under Trusted Types only
 * these URLs. A prerendered document starts its module when a reader sees it (NAV-2).
 */
export function moduleLoader(url: string): string {
  const urls = jsonForScript([url, WORKER_PATH])
  return `{const a=${urls};self.trustedTypes?.createPolicy('default',{createScriptURL:u=>a.includes(u)?u:null});const f=()=>{const s=document.createElement('script');s.type='module';s.src=a[0];document.head.append(s)};document.prerendering?document.addEventListener('prerenderingchange',f):f()}`
}

/** With side effects, changing results, or no document. */
const NOT_IN_ADVANCE = ['/api/*', '/search*', '/media/*', '/wp-json/*', '/assets/*', '/newsletter/*']

/** The policy has the text's hash (LINK-9). */
export const speculationRules = jsonForScript({
  prerender: [
    {
      where: {
        and: [
          { href_matches: '/*' },
          { not: { href_matches: NOT_IN_ADVANCE } },
          { not: { selector_matches: '[rel~=nofollow], [download]' } },
        ],
      },
      eagerness: 'moderate',
    },
  ],
})

/** As in views/styles/fonts.css. */
export const FONTS_ATTRIBUTE = 'data-fonts'

/** Media of a preload link until the font is used. */
export const FONTS_WAIT = 'not all'

/**
 * Fonts show at once where the service worker keeps them, or no worker could (docs/decisions/075). Inline in the head,
 * behind the links.
 */
export const fontsScript = `{const w=navigator.serviceWorker;if(!w||w.controller){document.documentElement.setAttribute('${FONTS_ATTRIBUTE}','');for(const l of document.querySelectorAll('link[as=font]'))l.media='all'}}`

/** As in views/styles/ads.css. */
export const NO_ADS_ATTRIBUTE = 'data-no-ads'

/** @param choice statements in which a stored choice changes `r`, whether advertisements are refused */
function noAdsScript(choice = ''): string {
  return `{const f=()=>{let r=navigator.globalPrivacyControl===!0;${choice}document.documentElement.toggleAttribute('${NO_ADS_ATTRIBUTE}',r)};f();document.addEventListener('prerenderingchange',f)}`
}

/**
 * Closes the places of advertisements that do not come before the first paint (ADS-19), as the consent gate does later.
 * Where nobody asks, only the browser's signal refuses. Inline in the head; the policy has the texts' hashes.
 */
export const noAdsScripts = {
  asking: noAdsScript(
    `try{const c=JSON.parse(localStorage.consent);if(c.until>Date.now())r=r&&!c.withSignal||!c.granted.advertising&&c.refused.includes('advertising')}catch{}`,
  ),
  silent: noAdsScript(),
} as const

/** WebKit draws nothing over a broken image (CARD-39). Inline, because the first images fail before any script. */
export const brokenImagesScript =
  "addEventListener('error',({target:t})=>t.closest?.('.card-picture')?.classList.add('is-placeholder'),!0)"
