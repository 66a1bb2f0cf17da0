import * as z from 'zod'
import { EMBED_CONSENTS } from '../content/embeds/provider.ts'
import { isRobots } from '../content/robots.ts'
import { isTimeZone } from '../content/time-zone.ts'
import { LANGUAGE_RULES, LANGUAGES } from '../languages/language.ts'
import { readMailbox } from '../mail/smtp-url.ts'
import { BUNDLED_FAMILIES } from '../services/fonts.ts'
import { PAPER } from '../services/paper.ts'
import { periodOf } from '../services/period.ts'
import { isSchedule } from '../services/schedule.ts'
import { contrast } from './contrast.ts'
import { podcastFile } from './podcast-file.ts'

/** Smallest contrast of text (WCAG 2.2, 1.4.3). */
export const MIN_CONTRAST = 4.5

/** Control characters and halves of characters have no place in markup, XML or images. */
const isPrintable = (value: string): boolean => value.isWellFormed() && !/[\p{Cc}\u2028\u2029]/u.test(value)
const text = z.string().trim().min(1).refine(isPrintable, 'must have no control characters: write it on one line')
export const serviceKey = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,30}$/, 'must be lower-case letters, digits and dashes, and begin with a letter')
  // Names that every object has, and one that looks like a form of another service's icon.
  .refine((name) => !(name in {}) && !name.endsWith('-maskable'), 'is a reserved name: choose another one')

const colour = z.string().regex(/^#[0-9a-f]{6}$/, 'must be a colour of six digits in quotes, such as "#5b3fd6"')

/** Text on one line. */
export const line = text

/** Accents that can be read on the background of their theme. */
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
      if (ratio >= MIN_CONTRAST) continue
      context.addIssue({
        code: 'custom',
        path: [field],
        message: `has a contrast of ${ratio.toFixed(2)}:1 to the ${theme} background, at least ${MIN_CONTRAST}:1 is needed: choose a ${theme === 'light' ? 'darker' : 'lighter'} one`,
      })
    }
  })

const webUrl = z.url({ protocol: /^https?$/, error: 'must be an address that begins with https://' })
/** A path of the same service, or the URL of another site. */
export const link = z
  .string()
  .regex(/^(?:\/(?![/\\])|https?:\/\/[^\s/\\])[^\s\\]*$/, 'must be a path such as /kategoria/miasto, or an address')
const outerLink = z.strictObject({ title: text, link: webUrl })
const entry = z.strictObject({ title: text, link })

const origin = z
  .string()
  .refine(
    (value) => /^https?:$/.test(URL.parse(value)?.protocol ?? ''),
    'must be an address such as https://gazeta.example',
  )
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

/** A file for sharing. */
const shareFile = z
  .string()
  .regex(/^[\w-]+\.(?:png|jpe?g|webp)$/, 'must be a PNG, JPEG or WebP file in this folder, such as share.png')

const language = z.enum(LANGUAGES)

/** First parts of the program's own paths. */
const OWN_PATHS =
  'amp api assets author fonts fragment healthz icons kategoria media metrics newsletter offline ops readyz search tag version wp-json'.split(
    ' ',
  )
const LIST_PARTS = Object.values(LANGUAGE_RULES).flatMap(({ paths }) => [
  paths.category,
  paths.tag,
  paths.author,
  paths.series,
])
const RESERVED_PARTS = OWN_PATHS.filter((part) => !LIST_PARTS.includes(part))

/** One part of a path, in the letters that no client escapes. */
const pathPart = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]*$/, 'must be lower-case letters, digits and dashes')
  .refine((part) => !RESERVED_PARTS.includes(part), 'is a path of the program: choose another one')

/** The newsletter of a service whose subscribers the portal keeps itself. */
const newsletterFile = z
  .strictObject({
    from: text
      .refine((value) => readMailbox(value) !== undefined, 'must be an e-mail address, or a name and one in <…>')
      .optional()
      .describe('Sender of its mails, in place of MAIL_FROM.'),
    replyTo: z
      .email('must be an e-mail address')
      .optional()
      .describe('Where readers’ replies go, and mails that unsubscribe.'),
    postalAddress: text
      .optional()
      .describe('Of the publisher, on one line, where the group’s organisation has none: newsletters must name it.'),
    schedule: z
      .string()
      .refine(isSchedule, 'must be a cron line of five fields, such as "0 7 * * 1" for Mondays at seven')
      .optional()
      .describe('When an issue is made and sent, in the site’s time zone. Without it only the command sends.'),
    since: z
      .string()
      .refine((value) => periodOf(value) !== undefined, 'must be a period such as 12h, 7d or 2w')
      .default('7d')
      .describe('How far back an issue looks.'),
    rate: z.int().min(1).max(1000).optional().describe('Mails a second, as far as the mail server has a limit.'),
  })
  .describe('What readers get who subscribe to the portal itself.')

/** What one item of a third party is called, and how long it stays. */
const storedItem = z
  .strictObject({
    name: text.regex(/^[\w.$-]{1,60}\*?$/, 'must be the name of a cookie, such as _sess or _sess_*'),
    months: z.int().min(1).max(120).optional(),
    days: z.int().min(1).max(3650).optional(),
  })
  .refine(({ months, days }) => months === undefined || days === undefined, 'has months and days: keep one')

/** A third party whose script the environment or the extension names (CONS-16). */
const thirdParty = z.strictObject({
  host: z.string().regex(/^(?:[a-z0-9-]+\.)+[a-z0-9-]+$/, 'must be the host of its script, such as push.example'),
  name: text.optional().describe('As readers know it.'),
  company: text.optional(),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, 'must be two capital letters, such as PL')
    .optional(),
  policy: webUrl.optional().describe('Its privacy policy.'),
  stores: z
    .array(storedItem)
    .max(40)
    .default([])
    .describe('Cookies and the like; without months or days until the browser is closed.'),
})

const termSlug = z.string().regex(/^[\p{L}\p{N}_-]{1,200}$/u, 'must be a slug, such as sledztwo-port')

/** Introductions by the slug of their list. */
const leads = z.record(termSlug, text).default({})

/** Series of a WordPress or a hub; the newsroom has files for them. */
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

const breakingTag = z
  .string()
  .regex(/^[\p{L}\p{N}-]+$/u, 'must be the slug of a tag')
  .describe('Articles with this tag: the newest is the line.')
const breakingHours = z.number().positive().max(168).default(6).describe('Hours from its publication to its end.')

/** `services/{name}.yaml`: one service. Operators' folders depend on the names of its fields. */
export const serviceFile = z.strictObject({
  title: text.describe('Shown in the header, in titles and as the source label of its posts.'),
  url: origin.optional().describe('Public address. Without it the service is a label without a link.'),
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
      settingsOf: serviceKey.optional().describe('The service whose CMS and home page this one uses.'),
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
  newsletter: newsletterFile.optional(),
  breaking: z
    .strictObject({ tag: breakingTag, hours: breakingHours })
    .optional()
    .describe('An article as a line above the header of every page of this service.'),
})
export type ServiceFile = z.output<typeof serviceFile>

/** Shapes of frames, as CSS writes them. */
export const EMBED_RATIOS = { '16:9': '16 / 9', '9:16': '9 / 16', '4:3': '4 / 3', '1:1': '1 / 1' } as const
const RATIOS = ['16:9', '9:16', '4:3', '1:1'] as const

const PLACEHOLDERS = /\{([a-z]{1,20})\}/g
const placeholdersIn = (pattern: string): Set<string> =>
  new Set([...pattern.matchAll(PLACEHOLDERS)].map(([, name = '']) => name))

const host = z.string().regex(/^(?:[a-z0-9-]+\.)+[a-z0-9-]+$/, 'must be a host, such as video.gazeta.example')

/** A provider of embedded content; in a URL only what a placeholder matches varies (EMB-8). */
const ownEmbed = z
  .strictObject({
    name: text.describe('For readers: on the button and in the link.'),
    hosts: z.array(host).min(1).max(10).describe('Where its pages are, with and without www.'),
    paths: z
      .array(
        z
          .string()
          .regex(
            /^\/(?:[\w.~/?=&@-]|\{[a-z]{1,20}\})*$/,
            'must be a path with placeholders, such as /watch/{id} or /player?v={id}',
          )
          .refine((path) => placeholdersIn(path).size > 0, 'must have a placeholder, such as {id}'),
      )
      .min(1)
      .max(10)
      .describe('Paths of its pages. A placeholder such as {id} is letters, digits, "-" and "_".'),
    frame: z
      .string()
      .regex(
        /^https:\/\/(?:[a-z0-9-]+\.)+[a-z0-9-]+\/(?:[\w.~/?=&@:-]|\{[a-z]{1,20}\})*$/,
        'must be an address with placeholders, such as https://video.gazeta.example/embed/{id}',
      )
      .describe('What a click loads: the address of a frame, with the placeholders of its paths.'),
    ratio: z.enum(RATIOS).optional().describe('Width to height; by default 16:9.'),
    height: z
      .int()
      .min(50)
      .max(2000)
      .optional()
      .describe('Of frames as wide as the text, in pixels; instead of a ratio.'),
    consent: z
      .enum(EMBED_CONSENTS)
      .default('embeds')
      .describe('embeds: waits for the consent that embedded content needs. none: the publisher’s own.'),
  })
  .superRefine(({ paths, frame, ratio, height }, context) => {
    const needed = placeholdersIn(frame)
    for (const [index, path] of paths.entries()) {
      const present = placeholdersIn(path)
      const absent = [...needed].filter((name) => !present.has(name))
      if (absent.length === 0) continue
      context.addIssue({
        code: 'custom',
        path: ['paths', index],
        message: `lacks {${absent.join('}, {')}}, which the frame needs`,
      })
    }
    if (ratio !== undefined && height !== undefined) {
      context.addIssue({ code: 'custom', path: ['height'], message: 'and ratio are two shapes: keep one' })
    }
  })

/** `group.yaml`: the publisher. */
export const groupFile = z.strictObject({
  version: z
    .literal(1, 'must be 1: a folder of another version needs the release of the program that CHANGELOG.md names')
    .describe('Version of this folder’s form.'),
  language: language.describe('Language of the interface: pl, en, de or uk.'),
  timeZone: z
    .string()
    .refine(isTimeZone, 'must be the name of a time zone, such as Europe/Warsaw')
    .describe('Dates are shown in this zone, and read in it where they have no offset.'),
  name: text.describe('The publisher’s name, which stands before each service’s title.'),
  defaultService: serviceKey.describe('The service of unknown hosts.'),
  services: z.array(serviceKey).min(1).describe('Names of all files in services/, in the order of links between them.'),
  pages: z.array(entry).default([]).describe('Links of the footer: about, contact, rules.'),
  privacyPolicy: link.optional().describe('Where the footer speaks of stored data, it leads here.'),
  contact: link.optional().describe('Where readers write to the publisher: closed comments lead here.'),
  organisation: z
    .strictObject({
      legalName: text.optional(),
      description: text.optional(),
      email: z.email('must be an e-mail address').optional(),
      telephone: z
        .string()
        .regex(/^\+[\d ()-]{6,25}$/, 'must begin with + and the code of the country, such as "+48 22 000 00 00"')
        .optional(),
      address: z
        .strictObject({
          street: text.optional(),
          postalCode: text.optional(),
          city: text.optional(),
          region: text.optional(),
          country: z
            .string()
            .regex(/^[A-Z]{2}$/, 'must be two capital letters, such as PL')
            .optional(),
        })
        .optional(),
    })
    .prefault({})
    .describe('What search engines may know of the publisher: its legal name, what it is, its address and contact.'),
  aboutPage: link.optional().describe('The page about the publisher, which search engines know as such.'),
  profiles: z.array(outerLink).default([]).describe('Profiles elsewhere, for the footer and for search engines.'),
  partners: z.array(outerLink).default([]).describe('Links of the footer.'),
  fonts: z
    .array(
      z.strictObject({
        family: text.regex(/^[^<>"\\{}]*$/, 'must be a plain name'),
        file: z
          .string()
          .regex(/^fonts\/[\w-]+(?:\.[\w-]+)*\.woff2$/, 'must be a WOFF2 file in fonts/, such as fonts/name.woff2'),
        weight: z
          .string()
          .regex(/^[1-9]\d{2,3}(?: [1-9]\d{2,3})?$/, 'must be a weight in quotes, such as "400" or "200 900"')
          .default('400'),
        style: z.enum(['normal', 'italic']).default('normal'),
      }),
    )
    .max(12)
    .default([])
    .describe('Fonts of the site’s own, which services name.'),
  tableOfContents: z
    .union([z.literal('all'), z.array(z.string().regex(/^[\p{L}\p{N}-]+$/u, 'must be the slug of a category'))])
    .default('all')
    .describe('Categories whose long articles begin with a table of contents: all, or their slugs.'),
  images: z
    .strictObject({
      unchanged: z
        .array(z.string().regex(/^(?:[a-z0-9-]+\.)+[a-z0-9-]+$/, 'must be a host, such as archive.gazeta.example'))
        .default([])
        .describe('Hosts, with their subdomains, whose images keep their URLs: the CDN does not have them.'),
    })
    .prefault({}),
  embeds: z
    .array(ownEmbed)
    .max(50)
    .default([])
    .describe('Providers of embedded content, in addition to the program’s: their frames load on a click.'),
  thirdParties: z
    .array(thirdParty)
    .max(50)
    .default([])
    .describe(
      'What readers should know of third parties that load by a script of your own choice: who, where, what they store.',
    ),
  affiliateLinks: z
    .boolean()
    .default(false)
    .describe('Articles have links that earn a commission; the footer says so.'),
  breaking: z
    .strictObject({
      service: serviceKey.describe('The service whose articles these are.'),
      tag: breakingTag,
      hours: breakingHours,
    })
    .optional()
    .describe('An article as a line above the header of every page of all services.'),
})
export type GroupFile = z.output<typeof groupFile>
