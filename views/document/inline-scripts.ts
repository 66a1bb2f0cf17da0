import { jsonForScript } from '../../src/content/html/markup.ts'

const WORKER_PATH = '/sw.js'

/**
 * The policy has its hash (docs/decisions/016); Trusted Types admit only these URLs. A prerendered document starts its
 * module once seen (NAV-2).
 */
export function moduleLoader(url: string): string {
  const urls = jsonForScript([url, WORKER_PATH])
  return `{const a=${urls};self.trustedTypes?.createPolicy('default',{createScriptURL:u=>a.includes(u)?u:null});const f=()=>{const s=document.createElement('script');s.type='module';s.src=a[0];document.head.append(s)};document.prerendering?document.addEventListener('prerenderingchange',f):f()}`
}

/** These have side effects, changing results or no document. */
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

export const FONTS_ATTRIBUTE = 'data-fonts'

/** Media of a preload link until its font is used. */
export const FONTS_WAIT = 'not all'

/** Shows fonts at once where a worker keeps them, or none could (docs/decisions/075). */
export const fontsScript = `{const w=navigator.serviceWorker;if(!w||w.controller){document.documentElement.setAttribute('${FONTS_ATTRIBUTE}','');for(const l of document.querySelectorAll('link[as=font]'))l.media='all'}}`

export const NO_ADS_ATTRIBUTE = 'data-no-ads'

/** @param choice statements that set `r`, a refusal, from a stored choice */
function noAdsScript(choice = ''): string {
  return `{const f=()=>{let r=navigator.globalPrivacyControl===!0;${choice}document.documentElement.toggleAttribute('${NO_ADS_ATTRIBUTE}',r)};f();document.addEventListener('prerenderingchange',f)}`
}

/**
 * Closes places of refused advertisements before the first paint (ADS-19). Where nobody asks, only the browser's signal
 * refuses.
 */
export const noAdsScripts = {
  asking: noAdsScript(
    `try{const c=JSON.parse(localStorage.consent);if(c.until>Date.now())r=r&&!c.withSignal||!c.granted.advertising&&c.refused.includes('advertising')}catch{}`,
  ),
  silent: noAdsScript(),
} as const

/** WebKit draws nothing over a broken image (CARD-39), and the first fail before any script. */
export const brokenImagesScript =
  "addEventListener('error',({target:t})=>t.closest?.('.card-picture')?.classList.add('is-placeholder'),!0)"
