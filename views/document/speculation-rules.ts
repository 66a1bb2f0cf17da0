import { jsonForScript } from '../../src/content/html/json-script.ts'

/** Paths with side effects, with changing results, or without a document. */
const NOT_IN_ADVANCE = ['/api/*', '/search*', '/media/*', '/wp-json/*', '/assets/*', '/newsletter/*']

/**
 * Links whose pages the browser may render in advance (LINK-9), as text, because the security policy allows it by hash.
 */
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
