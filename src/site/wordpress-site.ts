import { LANGUAGE_RULES } from '../languages/language.ts'
import { TEMPLATES } from '../languages/templates.ts'
import { ownFonts } from '../services/fonts.ts'
import { PAPER } from '../services/paper.ts'
import { MIN_CONTRAST, readableOn } from './contrast.ts'
import type { SiteData } from './site.ts'
import type { WordPressIdentity } from './wordpress-identity.ts'

export const ONLY_SERVICE = 'site'

const ACCENT = '#5b3fd6'

/** As near as contrast allows. */
export function accentsOf(colour = ACCENT): { light: string; dark: string } {
  return {
    light: readableOn(PAPER.light, colour, MIN_CONTRAST),
    dark: readableOn(PAPER.dark, colour, MIN_CONTRAST),
  }
}

export function seoOf(name: string, tagline: string): { title: string; description: string } {
  return { title: tagline === '' ? name : `${name} – ${tagline}`, description: tagline || name }
}

export function wordPressSite({ name, tagline, home, timeZone, ...identity }: WordPressIdentity): SiteData {
  const language = identity.language ?? 'en'
  const accents = accentsOf(identity.accent)
  return {
    defaultService: ONLY_SERVICE,
    group: {
      name,
      profiles: [],
      partners: [],
      pages: [],
      serviceTitles: [name],
      hasAffiliateLinks: false,
      tableOfContents: 'all',
      unchangedImageHosts: [],
      embeds: [],
    },
    templates: { [language]: TEMPLATES[language] },
    services: {
      [ONLY_SERVICE]: {
        name: ONLY_SERVICE,
        language,
        timeZone,
        paths: LANGUAGE_RULES[language].paths,
        translations: [],
        fonts: ownFonts(language),
        fontFaces: [],
        title: name,
        serviceUrl: new URL(home).origin,
        color: accents.light,
        colorOnDark: accents.dark,
        homePageId: '0',
        settingsOf: ONLY_SERVICE,
        articlePathForm: 'as-in-cms',
        articleLayout: 'scroll',
        hasAmp: true,
        theme: 'switchable',
        menu: [],
        seo: seoOf(name, tagline),
        mark: identity.icon,
      },
    },
  }
}
