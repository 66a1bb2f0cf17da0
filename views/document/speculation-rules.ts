import { jsonForScript } from '../../src/content/html/json-script.ts'

/** Never prefetched on hover: paths with side effects, with changing results, or without a document. */
const NOT_FETCHED = ['/api/*', '/search*', '/media/*', '/wp-json/*', '/assets/*', '/newsletter/*']

/**
 * Links that the browser may prefetch (LINK-9): documents of this site, when a click seems likely.
 * Text, because the security policy allows it by hash.
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
