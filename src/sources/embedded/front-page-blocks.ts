import * as z from 'zod'
import { CARD_BLOCK_TYPES, type HomeBlockType } from '../../content/home-block.ts'
import { MAX_MOST_READ, MOST_READ_WINDOWS } from '../../content/most-read.ts'
import { editDistance } from '../../system/edit-distance.ts'
import { parseBlocks } from '../block-grammar.ts'
import { NewsroomFileWarning, postsQuery } from './front-matter.ts'

const PREFIX = 'acf/'
const MAX_NAME = 60

const words = z.string()
/** Editors of WordPress leave numbers as texts, too. */
const wholeNumber = (least: number, most: number) =>
  z.union([z.number().int().min(least).max(most), z.string().regex(/^\d{1,4}$/, 'is not a number')])

type Shape = Record<string, z.ZodType>
const texts = (...names: string[]): Shape => Object.fromEntries(names.map((name) => [name, words.optional()]))

type Plain = Exclude<HomeBlockType, (typeof CARD_BLOCK_TYPES)[number] | 'content'>
const TIKTOKS = [1, 2, 3, 4, 5, 6].flatMap((n) => [`URLs_${n}`, `titles_${n}`, `durations_${n}`])
const FURTHER_VIDEOS = ['Left', 'Center', 'Right'].flatMap((place) => [
  `additionalVideos_URL${place}`,
  `additionalVideos_title${place}`,
  `additionalVideos_duration${place}`,
])

/** `fields` of blocks without cards; a new block does not compile without them. */
const PLAIN: Readonly<Record<Plain, Shape>> = {
  'section-title': { header: words, ...texts('link') },
  'big-title': { header: words, ...texts('description') },
  partner: {
    ...{ name: words, ...texts('header', 'link') },
    logo: z.union([z.literal(false), z.looseObject({ url: words })]).optional(),
  },
  'szybkie-linki': { links: z.array(z.strictObject({ title: words, link: words })) },
  'tiktok-row': texts(...TIKTOKS),
  newsletter: texts('header', 'description'),
  'most-read': {
    ...texts('header'),
    count: wholeNumber(1, MAX_MOST_READ).optional(),
    window: z.enum(MOST_READ_WINDOWS).optional(),
  },
  'ad-slot': texts('class'),
  spacer: { height: wholeNumber(0, 1000).optional() },
  'yt-sw-chanel-box': {
    ...{ header: words, description: words, URLMain: words },
    ...texts('titleMain', 'durationMain', ...FURTHER_VIDEOS),
  },
}
const CARD_FIELDS = z.strictObject(texts('header', 'link', 'class')).optional()

/** By block (newsroom/README.md, "A home page"). */
const SETTINGS: ReadonlyMap<string, z.ZodType> = new Map([
  ...CARD_BLOCK_TYPES.map(
    (type) => [type, z.strictObject({ fields: CARD_FIELDS, posts: postsQuery.optional() })] as const,
  ),
  ...Object.entries(PLAIN).map(([type, shape]) => [type, settingsOf(type, z.strictObject(shape))] as const),
])

function settingsOf(type: string, fields: z.ZodType): z.ZodType {
  if (type === 'ad-slot') return z.strictObject({ active: z.boolean(), adUnit: words, fields: fields.optional() })
  // A block without a required field is not shown.
  const isOptional = fields.safeParse({}).success
  return z.strictObject({ fields: isOptional ? fields.optional() : fields })
}

/** Each block with its settings. */
export const frontPageBlocks = z.array(
  z.union([...SETTINGS].map(([type, attrs]) => z.strictObject({ blockName: z.literal(`${PREFIX}${type}`), attrs }))),
)

/**
 * Reports unknown blocks, settings and values with their lines.
 * @param text of the whole file
 */
export function frontPageWarnings(file: string, text: string): NewsroomFileWarning[] {
  const seen = new Map<string, number>()
  return parseBlocks(text).flatMap(({ blockName, attrs }) => {
    if (!blockName?.startsWith(PREFIX)) return []
    const line = lineOf(text, blockName, seen)
    const name = blockName.slice(PREFIX.length)
    const warning = (problem: string): NewsroomFileWarning =>
      new NewsroomFileWarning(`${file}:${line}: block "${blockName.slice(0, MAX_NAME)}" ${problem}`)
    const schema = SETTINGS.get(name)
    if (!schema) return [warning(`is none of a front page${nearTo(name, [...SETTINGS.keys()])}`)]
    return (schema.safeParse(attrs).error?.issues ?? []).map((issue) => warning(problemOf(issue, name)))
  })
}

function problemOf(issue: z.core.$ZodIssue, type: string): string {
  const place = issue.path.join('.')
  if (issue.code !== 'unrecognized_keys') return `has "${place}": ${issue.message}`
  const [key = ''] = issue.keys
  const known = place === 'fields' ? fieldNames(type) : ['fields', 'posts', 'active', 'adUnit']
  return `has "${[...issue.path, key].join('.').slice(0, MAX_NAME)}", which says nothing${nearTo(key, known)}`
}

function fieldNames(type: string): string[] {
  const plain = Object.entries(PLAIN).find(([name]) => name === type)
  return plain ? Object.keys(plain[1]) : ['header', 'link', 'class']
}

function nearTo(name: string, known: readonly string[]): string {
  const near = known.find((one) => editDistance(one, name.slice(0, MAX_NAME)) <= 2)
  return near === undefined ? '' : `: did you mean "${near}"?`
}

/** Of the next block of this name. */
function lineOf(text: string, name: string, seen: Map<string, number>): number {
  let at = seen.get(name) ?? 0
  // `list-post` is not `list-posts`.
  do at = text.indexOf(`wp:${name}`, at) + 1
  while (at > 0 && !/[\s/]/.test(text.charAt(at + name.length + 2)))
  seen.set(name, at)
  return text.slice(0, at).split('\n').length
}
