import { jsonForScript } from '../../src/content/html/json-script.ts'

const WORKER_PATH = '/sw.js'

/**
 * The security policy allows the inline text by hash, and only scripts that it adds may load further ones
 * (docs/decisions/016). Under Trusted Types only these URLs can become scripts. A document rendered in advance starts
 * its module when a reader sees it (NAV-2).
 */
export function moduleLoader(url: string): string {
  const urls = jsonForScript([url, WORKER_PATH])
  return `{const a=${urls};self.trustedTypes?.createPolicy('default',{createScriptURL:u=>a.includes(u)?u:null});const f=()=>{const s=document.createElement('script');s.type='module';s.src=a[0];document.head.append(s)};document.prerendering?document.addEventListener('prerenderingchange',f):f()}`
}

/** These have side effects, changing results, or no document. */
const NOT_IN_ADVANCE = ['/api/*', '/search*', '/media/*', '/wp-json/*', '/assets/*', '/newsletter/*']

/** LINK-9. Text, because the security policy allows it by hash. */
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

/** views/styles/fonts.css. */
export const FONTS_ATTRIBUTE = 'data-fonts'

/** Media of a preload link until the font is to be used. */
export const FONTS_WAIT = 'not all'

/**
 * Uses the site's fonts at once only where the service worker keeps them, or no worker could (docs/decisions/075).
 * Inline in the head, behind the links.
 */
export const fontsScript = `{const w=navigator.serviceWorker;if(!w||w.controller){document.documentElement.setAttribute('${FONTS_ATTRIBUTE}','');for(const l of document.querySelectorAll('link[as=font]'))l.media='all'}}`

/**
 * WebKit draws nothing over a broken image (CARD-39). Inline in the head, because the first images fail before any
 * other script runs.
 */
export const brokenImagesScript =
  "addEventListener('error',({target:t})=>t.closest?.('.card-picture')?.classList.add('is-placeholder'),!0)"
