import * as z from 'zod'
import { isTimeZone } from '../system/time-zone.ts'
import { ownEmbed } from './embeds-file.ts'
import { breakingHours, breakingTag, country, entry, host, language, link, serviceKey, text, webUrl } from './fields.ts'

const outerLink = z.strictObject({ title: text, link: webUrl })

const storedItem = z
  .strictObject({
    name: text.regex(/^[\w.$-]{1,60}\*?$/, 'must be the name of a cookie, such as _sess or _sess_*'),
    months: z.int().min(1).max(120).optional(),
    days: z.int().min(1).max(3650).optional(),
  })
  .refine(({ months, days }) => months === undefined || days === undefined, 'has months and days: keep one')

/** Environment or extension name its script (CONS-16). */
const thirdParty = z.strictObject({
  host: host('must be the host of its script, such as push.example'),
  name: text.optional().describe('As readers know it.'),
  company: text.optional(),
  country: country.optional(),
  policy: webUrl.optional().describe('Its privacy policy.'),
  stores: z
    .array(storedItem)
    .max(40)
    .default([])
    .describe('Cookies and the like; without months or days until the browser is closed.'),
})

const day = z.iso.date('must be a day such as "2026-11-29"')

const accessibilityFile = z
  .strictObject({
    conformance: z
      .enum(['full', 'partial', 'none'])
      .describe('With WCAG 2.2, AA, as you have assessed: a text of your own may fall short of what the program does.'),
    prepared: day.describe('When you prepared the statement.'),
    reviewed: day.optional(),
    assessment: z.enum(['self', 'external']).default('self'),
    exceptions: z.array(text).max(30).default([]).describe('What is not accessible, and why, a sentence each.'),
    contact: z
      .strictObject({
        name: text.optional(),
        email: z.email('must be an e-mail address').optional(),
        telephone: text.optional(),
      })
      .refine(({ email, telephone }) => email !== undefined || telephone !== undefined, 'needs email or telephone')
      .describe('Who hears of what does not work.'),
    replyDays: z.int().min(1).max(60).default(14),
    authority: outerLink.optional().describe('Where readers complain if you do not help.'),
  })
  .describe('The statement on accessibility, which the European Accessibility Act demands; without it there is none.')

export const groupFile = z.strictObject({
  version: z
    .literal(1, 'must be 1: a folder of another version needs the release of the program that CHANGELOG.md names')
    .describe('Version of this folder’s form.'),
  language: language.describe('Language of the interface: pl, en, de, uk, or one that has its texts in messages/.'),
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
          country: country.optional(),
        })
        .optional(),
    })
    .prefault({})
    .describe(
      'What search engines may know of the publisher: its legal name, what it is, its postal address and contact.',
    ),
  aboutPage: link.optional().describe('The page about the publisher, which search engines know as such.'),
  tour: link.optional().describe('A page that shows strangers around; `npm start` names it in the terminal.'),
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
        .array(host('must be a host, such as archive.gazeta.example'))
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
  licence: outerLink
    .optional()
    .describe('The licence of texts and images, which the footer names instead of reserving all rights.'),
  affiliateLinks: z
    .boolean()
    .default(false)
    .describe('Articles have links that earn a commission; the footer says so.'),
  accessibility: accessibilityFile.optional(),
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
