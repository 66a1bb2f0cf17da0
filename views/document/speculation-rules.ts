import { jsonForScript } from '../../src/content/html/json-script.ts'

/** Never rendered in advance: paths with side effects, with changing results, or without a document. */
const NOT_IN_ADVANCE = ['/api/*', '/search*', '/media/*', '/wp-json/*', '/assets/*', '/newsletter/*']

/**
 * Links whose pages the browser may render in advance (LINK-9): documents of this site, when a click seems likely. A
 * browser that is short of memory, data or power fetches the document alone, or nothing. Text, because the security
 * policy allows it by hash.
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
