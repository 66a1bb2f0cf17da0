import { jsonForScript } from '../../src/content/html/json-script.ts'

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
