import * as z from 'zod'
import { isRobots } from '../content/robots.ts'
import { LANGUAGE_RULES } from '../languages/language.ts'
import { BUNDLED_FAMILIES } from '../services/fonts.ts'
import { PAPER } from '../services/paper.ts'
import { contrast, MIN_CONTRAST } from './contrast.ts'
import { crawlersFile } from './crawlers-file.ts'
import { breakingHours, breakingTag, entry, language, serviceKey, termSlug, text, webUrl } from './fields.ts'
import { newsletterFile } from './newsletter-file.ts'
import { podcastFile } from './podcast-file.ts'

const colour = z.string().regex(/^#[0-9a-f]{6}$/, 'must be a colour of six digits in quotes, such as "#5b3fd6"')

const colours = z
  .strictObject({
    accent: colour,
    accentOnDark: colour,
    paper: colour.optional(),
    paperOnDark: colour.optional(),
  })
  .superRefine(({ accent, accentOnDark, paper = PAPER.light, paperOnDark = PAPER.dark }, context) => {
    const pairs = [
      ['accent', accent, paper, 'light'],
      ['accentOnDark', accentOnDark, paperOnDark, 'dark'],
    ] as const
    for (const [field, shade, background, theme] of pairs) {
      const ratio = contrast(shade, background)
      // NaN: no colour.
      if (!(ratio < MIN_CONTRAST)) continue
      context.addIssue({
        code: 'custom',
        path: [field],
        message: `has a contrast of ${ratio.toFixed(2)}:1 to the ${theme} background, at least ${MIN_CONTRAST}:1 is needed: choose a ${theme === 'light' ? 'darker' : 'lighter'} one`,
      })
    }
  })

const origin = z
  .string()
  .refine((value) => /^https?:$/.test(URL.parse(value)?.protocol ?? ''), 'must be a URL such as https://gazeta.example')
  .refine((value) => {
    const url = URL.parse(value)
    return !url || value.replace(/\/$/, '') === url.origin
  }, 'must be as browsers write it, without path, query or password, such as https://gazeta.example or https://xn--w-uga1v8h.example')
  .transform((value) => value.replace(/\/$/, ''))

const sizes = z.strictObject({
  desktop: z.array(z.tuple([z.int().positive(), z.int().positive()])).optional(),
  tablet: z.array(z.tuple([z.int().positive(), z.int().positive()])).optional(),
  mobile: z.array(z.tuple([z.int().positive(), z.int().positive()])).optional(),
})
const heights = z.strictObject({
  desktop: z.int().positive().optional(),
  tablet: z.int().positive().optional(),
  mobile: z.int().positive().optional(),
})
const slot = z.strictObject({
  adUnit: text,
  active: z.literal(true).default(true),
  addStick: z.boolean().optional(),
  adSizes: sizes.optional(),
  adHigh: heights.optional(),
})
const slotTable = z.record(
  z.string().regex(/^(?:10|\d|screaning|welcome|adex)$/, 'is no slot: 0 to 10, screaning, welcome, adex'),
  slot,
)

const shareFile = z
  .string()
  .regex(/^[\w-]+\.(?:png|jpe?g|webp)$/, 'must be a PNG, JPEG or WebP file in this folder, such as share.png')

/** A test compares them with the routes. */
export const OWN_PATHS: readonly string[] =
  'amp api assets author desk fonts fragment healthz icons install-worker kategoria media metrics newsletter offline ops preview readyz search tag version wp-content wp-json'.split(
    ' ',
  )
const LIST_PARTS = Object.values(LANGUAGE_RULES).flatMap(({ paths }) => [
  paths.category,
  paths.tag,
  paths.author,
  paths.series,
])
const RESERVED_PARTS = OWN_PATHS.filter((part) => !LIST_PARTS.includes(part))

export const pathPart = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]*$/, 'must be lower-case letters, digits and dashes')
  .refine((part) => !RESERVED_PARTS.includes(part), 'is a path of the program: choose another one')

const leads = z.record(termSlug, text).default({})

/** A newsroom has files instead. */
const seriesFile = z
  .strictObject({
    tags: z
      .array(
        z.strictObject({
          tag: termSlug.describe('Slug of a tag: its articles are the parts, oldest first.'),
          title: text.optional().describe('By default the name of the tag.'),
          lead: text.optional().describe('Introduction of the page; by default the description of the tag.'),
        }),
      )
      .max(100)
      .default([]),
    taxonomy: z
      .string()
      .regex(/^[a-z0-9_-]{1,32}$/, 'must be the name of a taxonomy, such as series')
      .optional()
      .describe('A taxonomy of WordPress whose every term is a series.'),
  })
  .superRefine(({ tags }, context) => {
    for (const [index, { tag }] of tags.entries()) {
      if (tags.findIndex((one) => one.tag === tag) === index) continue
      context.addIssue({ code: 'custom', path: ['tags', index, 'tag'], message: `"${tag}" occurs twice: keep one` })
    }
  })
  .describe('Which tags of the CMS are series of articles, with numbered parts.')

/** Operators depend on these names. */
export const serviceFile = z.strictObject({
  title: text.describe('Shown in the header, in titles and as the source label of its posts.'),
  url: origin.optional().describe('Public URL. Without it the service is a label without a link.'),
  colours: colours.describe(
    'Accents of the light and the dark theme, with a contrast of at least 4.5:1 to the backgrounds, which may be the site’s own (paper, paperOnDark).',
  ),
  language: language.optional().describe('Of this service alone; otherwise the group’s.'),
  fonts: z
    .strictObject({ headings: text.optional(), text: text.optional() })
    .prefault({})
    .describe(`Families: ${BUNDLED_FAMILIES.join(', ')}, or one of the group’s fonts.`),
  logo: z
    .string()
    .regex(/^[\w-]+\.svg$/, 'must be an SVG file in this folder, such as logo.svg')
    .optional()
    .describe('An SVG image, about as high as wide: in the header and on all icons.'),
  share: z
    .strictObject({
      image: shareFile.optional(),
      categories: z
        .record(z.string().regex(/^[\p{L}\p{N}_-]+$/u, 'must be the slug of a category'), shareFile)
        .default({}),
    })
    .prefault({})
    .describe(
      'Images for links on other sites, at least 1200 pixels wide: for pages without one of their own, and for categories, by their slugs. Otherwise one with the title is drawn.',
    ),
  translations: z
    .array(serviceKey)
    .default([])
    .describe('Services with the same content in another language; each names the others.'),
  paths: z
    .strictObject({
      category: pathPart.optional(),
      tag: pathPart.optional(),
      author: pathPart.optional(),
      series: pathPart.optional(),
      newest: pathPart.optional(),
    })
    .prefault({})
    .describe('First parts of the paths of lists; by default those of the language.'),
  theme: z.enum(['switchable', 'light']).default('switchable').describe('A light service has no dark theme.'),
  cms: z
    .strictObject({
      homeId: z.string().regex(/^\d+$/, 'must be a whole number in quotes').optional(),
      settingsOf: serviceKey
        .optional()
        .describe('The service whose CMS, home page and advertising slots this one uses.'),
      adminUrl: webUrl
        .optional()
        .describe('Where editors work, such as https://cms.example.com/wp-admin/; {id} stands for the text they edit.'),
    })
    .prefault({}),
  articles: z
    .strictObject({
      address: z.enum(['as-in-cms', 'html-suffix', 'no-trailing-slash']).default('as-in-cms'),
      layout: z.enum(['scroll', 'single']).default('scroll').describe('Single: no ads and no further articles.'),
      amp: z.boolean().default(true),
    })
    .prefault({}),
  home: z
    .strictObject({
      alias: z
        .string()
        .regex(/^\/[a-z0-9-]+$/, 'must be a path of one part, such as /plus')
        .refine((path) => !OWN_PATHS.includes(path.slice(1)), 'is a path of the program: choose another one')
        .optional()
        .describe('A path that leads to this home from every service.'),
      marketBanner: z.boolean().optional(),
    })
    .prefault({}),
  menu: z.array(entry.extend({ items: z.array(entry).optional() })).default([]),
  seo: z.strictObject({
    title: text,
    description: text,
    robots: z.string().refine(isRobots, 'is no directive for search engines').optional(),
  }),
  consent: z
    .enum(['preset', 'none', 'own', 'cmp'])
    .optional()
    .describe(
      'Who asks readers for consent: nobody (preset), nobody, as nothing that needs it loads (none), the portal (own), a consent platform (cmp). CONSENT_MODE goes over it.',
    ),
  ads: z
    .strictObject({
      slots: z
        .union([z.literal('standard'), z.strictObject({ home: slotTable.optional(), single: slotTable.optional() })])
        .optional(),
    })
    .prefault({}),
  youtube: z
    .strictObject({ channel: webUrl.optional(), subscribers: text.optional() })
    .prefault({})
    .describe('For the channel box: where it leads, and the number of subscribers as it is shown.'),
  topics: z
    .strictObject({ categories: leads, tags: leads })
    .optional()
    .describe('Introductions of the pages of categories and tags, where the CMS has none.'),
  series: seriesFile.optional(),
  podcasts: z.array(podcastFile).max(50).default([]),
  crawlers: crawlersFile.optional(),
  newsletter: newsletterFile.optional(),
  breaking: z
    .strictObject({ tag: breakingTag, hours: breakingHours })
    .optional()
    .describe('An article as a line above the header of every page of this service.'),
})
export type ServiceFile = z.output<typeof serviceFile>
