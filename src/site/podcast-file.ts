import * as z from 'zod'
import { PODCAST_CATEGORIES, type PodcastSettings } from '../services/podcast.ts'

const line = z.string().trim().min(1).max(250)
const slug = z.string().regex(/^[\p{L}\p{N}_-]{1,200}$/u, 'must be a slug, such as rozmowy')
const LIST = /^(series|tag|category)\/([\p{L}\p{N}_-]{1,200})$/u

/** POD-1 makes each article with a recording an episode. */
export const podcastFile = z
  .strictObject({
    list: z
      .string()
      .regex(LIST, 'must be series/, tag/ or category/ and a slug, such as series/rozmowy')
      .describe('series/, tag/ or category/ and the slug of the list whose articles are the episodes.'),
    title: line.optional().describe('By default the name of the list.'),
    description: z.string().trim().min(1).max(4000).optional().describe('By default that of the list.'),
    cover: z
      .string()
      .regex(/^(?:\/|https:\/\/)[!-~]+\.(?:jpe?g|png)$/i, 'must be a path of public/ or an https URL of a JPEG or PNG')
      .describe('A square image of 1400 to 3000 pixels: /podcast.jpg in public/, or an https URL.'),
    category: z
      .enum(Object.keys(PODCAST_CATEGORIES), `must be one of ${Object.keys(PODCAST_CATEGORIES).join(', ')}`)
      .describe('Apple’s category.'),
    subcategory: line.optional().describe('One of that category’s.'),
    explicit: z.boolean().describe('Whether it is unfit for children.'),
    author: line,
    owner: z
      .strictObject({ name: line, email: z.email('must be an e-mail address') })
      .optional()
      .describe('Where directories write to; the feed shows it to everybody.'),
    copyright: line.optional(),
    type: z
      .enum(['episodic', 'serial'])
      .default('episodic')
      .describe('Serial: a series, heard from the first episode on.'),
    trailers: z.array(slug).max(100).default([]).describe('Slugs of articles that are trailers.'),
    bonus: z.array(slug).max(100).default([]).describe('Slugs of articles that are bonus episodes.'),
  })
  .superRefine(({ list, type }, context) => {
    if (type === 'episodic' || list.startsWith('series/')) return
    const message = 'serial episodes have numbers, which only the parts of a series have: name one, or leave it out'
    context.addIssue({ code: 'custom', path: ['type'], message })
  })
  .superRefine(({ category, subcategory }, context) => {
    const known = PODCAST_CATEGORIES[category] ?? []
    if (subcategory === undefined || known.includes(subcategory)) return
    const message = known.length > 0 ? `must be one of ${known.join(', ')}` : `${category} has none: remove it`
    context.addIssue({ code: 'custom', path: ['subcategory'], message })
  })
  .describe('A list whose articles with a recording are the episodes of a podcast.')

export function podcastsOf(files: ReadonlyArray<z.output<typeof podcastFile>>): PodcastSettings[] {
  return files.flatMap(({ list: written, ...rest }) => {
    const [, kind, slug = ''] = LIST.exec(written) ?? []
    if (kind !== 'series' && kind !== 'tag' && kind !== 'category') return []
    return [{ ...rest, list: { kind, slug } }]
  })
}
