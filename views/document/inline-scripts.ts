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

/** WebKit draws nothing over a broken image (CARD-39). Inline, because the first images fail before any script. */
export const brokenImagesScript =
  "addEventListener('error',({target:t})=>t.closest?.('.card-picture')?.classList.add('is-placeholder'),!0)"
