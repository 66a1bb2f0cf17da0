import * as z from 'zod'
import { readMailbox } from '../mail/smtp-url.ts'
import { isSchedule, periodOf } from '../services/schedule.ts'
import { link, termSlug, text } from './fields.ts'

const schedule = z
  .string()
  .refine(isSchedule, 'must be a cron line of five fields, such as "0 7 * * 1" for Mondays at seven')
  .optional()
  .describe('When an issue is made and sent, in the site’s time zone. Without it only the command sends.')
const since = z
  .string()
  .refine((value) => periodOf(value) !== undefined, 'must be a period such as 12h, 7d or 2w')
  .default('7d')
  .describe('How far back an issue looks.')

const welcome = z
  .array(
    z
      .strictObject({
        after: z
          .string()
          .refine((value) => periodOf(value) !== undefined, 'must be a period such as 12h, 2d or 1w')
          .describe('Time from the confirmation to this letter.'),
        subject: text.max(150),
        text: z.string().trim().min(1).max(4000).describe('Plain; an empty line ends a paragraph.'),
        action: text.max(60).optional().describe('Words of a button.'),
        link: link.optional().describe('Where the button leads.'),
      })
      .refine(({ action, link: url }) => (action === undefined) === (url === undefined), 'action and link go together'),
  )
  .max(10)
  .optional()
  .describe('Letters to a reader who has confirmed, in their order.')

const furtherNewsletter = z
  .strictObject({
    name: z
      .string()
      .regex(/^[a-z][a-z0-9]{0,15}$/, 'must be 1 to 16 lower-case letters and digits, and begin with a letter')
      .describe('Of its subscribers and issues; it stays as it is.'),
    title: text.max(80).describe('What readers choose.'),
    text: text.max(200).optional().describe('One sentence below its title: what comes, and how often.'),
    schedule,
    since,
    category: termSlug.optional().describe('Slug of the category that it has articles of.'),
    series: termSlug.optional().describe('Slug of the series that it has articles of.'),
    breaking: z.literal(true).optional().describe('A mail for each line of breaking news, when it begins.'),
    welcome,
  })
  .refine(
    ({ category, series, breaking }) => [category, series, breaking].filter((one) => one !== undefined).length < 2,
    'has articles of one category, of one series, or breaking news: keep one of them',
  )
  .refine(({ breaking, schedule: line }) => breaking === undefined || line === undefined, {
    path: ['schedule'],
    message: 'breaking news come when they come: remove the schedule',
  })

export const newsletterFile = z
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
    title: text.max(80).optional().describe('What readers choose, where there are further ones.'),
    text: text.max(200).optional().describe('One sentence below its title.'),
    schedule,
    since,
    rate: z.int().min(1).max(1000).optional().describe('Mails a second, as far as the mail server has a limit.'),
    clicks: z
      .boolean()
      .default(true)
      .describe(
        'Adds up the clicks of each link of an issue, without the reader. Off, links lead to the articles at once.',
      ),
    opens: z
      .boolean()
      .default(false)
      .describe(
        'Adds up how often an issue is opened, by an image; the privacy page says so. Mail programs make it inexact.',
      ),
    welcome,
    further: z
      .array(furtherNewsletter)
      .max(9)
      .refine((all) => new Set(all.map(({ name }) => name)).size === all.length, 'has a name twice')
      .optional()
      .describe('Further newsletters, among which readers choose. Only where the portal keeps the subscribers.'),
  })
  .describe('What readers get who subscribe to the portal itself.')
