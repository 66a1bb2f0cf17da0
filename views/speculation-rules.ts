import { jsonForScript } from '../src/content/html/json-script.ts'

/** What a pointer resting on a link must not fetch: what acts, what differs each time, and what is no document. */
const NOT_FETCHED = ['/api/*', '/search*', '/media/*', '/wp-json/*', '/assets/*', '/newsletter/*']

/**
 * Which links the browser may fetch before they are followed (architecture, "The browser"): documents of this site, when
 * the reader seems about to. Text, because the security policy names it by its hash.
 */
export const speculationRules = jsonForScript({
  prefetch: [
    {
      where: {
        and: [
          { href_matches: '/*' },
          { not: { href_matches: NOT_FETCHED } },
          { not: { selector_matches: '[rel~=nofollow], [download]' } },
        ],
      },
      eagerness: 'moderate',
    },
  ],
})
