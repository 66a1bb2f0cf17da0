import { isRecord } from '../../system/record.ts'
import type { Problem } from '../../system/report.ts'
import type { Steps } from '../../system/steps.ts'
import type { Block, ResponsiveImage } from '../block.ts'
import type { Card } from '../card.ts'
import { decodeCards } from '../decode/card.ts'
import type { DecodeContext } from '../decode/context.ts'
import { cutFields } from '../decode/fields.ts'
import { embedTarget, isChannelUrl } from '../embeds.ts'
import {
  CARD_BLOCK_TYPES,
  type CardBlockType,
  DEFAULT_SPACER_HEIGHT,
  type HomeBlock,
  type HomeVideo,
} from '../home-block.ts'
import { pixelSize } from '../image-sizes.ts'
import { imageSource } from '../images.ts'
import { MAX_CARDS, MAX_HOME_BLOCKS } from '../limits.ts'
import { contentLink, type LinkTarget } from '../links.ts'
import { DEFAULT_MOST_READ, isMostReadWindow, LEAST_MOST_READ, MAX_MOST_READ } from '../most-read.ts'
import { plainField } from '../text.ts'
import { flag, number, text, type WireBlock, wireBlock } from '../wire.ts'
import { normaliseBlocks } from './blocks.ts'
import { createBudget } from './budget.ts'
import { factsInFields } from './embed-facts.ts'
import { lineField } from './fields.ts'
import { blockTypeOf } from './normalisers.ts'

const TIKTOK_FIELDS = ['URLs_1', 'URLs_2', 'URLs_3', 'URLs_4', 'URLs_5', 'URLs_6']
const ADDITIONAL_VIDEOS = ['additionalVideos_URLLeft', 'additionalVideos_URLCenter', 'additionalVideos_URLRight']

/** Makes cards the ordered steps of a course. */
const PATH_CLASS = 'sciezka'

const MAX_CLASSES = 10

type Fields = Record<string, unknown>
type HomeNormaliser = (fields: Fields, context: DecodeContext, attrs: Fields) => HomeBlock | undefined

/** Without a required field nothing is shown (HOME-5 to HOME-11). */
const PLAIN_BLOCKS: Record<Exclude<HomeBlock['type'], CardBlockType | 'content'>, HomeNormaliser> = {
  'section-title': (fields, context) => {
    const header = field(fields, 'header')
    const link = linkField(fields, 'link', context)
    return header ? { type: 'section-title', header, link } : undefined
  },
  'big-title': (fields, { rules }) => {
    const [header, description] = [lineField(fields, 'header', rules), lineField(fields, 'description', rules)]
    return header ? { type: 'big-title', header, description } : undefined
  },
  partner: (fields, context) => {
    const [name, header] = [field(fields, 'name'), field(fields, 'header')]
    const [link, logo] = [linkField(fields, 'link', context), imageField(fields.logo, context)]
    return name ? { type: 'partner', name, header, link, logo } : undefined
  },
  'szybkie-linki': (fields, context) => {
    const links = (Array.isArray(fields.links) ? fields.links : []).filter(isRecord).flatMap((item) => {
      const [title, link] = [field(item, 'title'), linkField(item, 'link', context)]
      return title && link ? [{ title, link }] : []
    })
    return links.length > 0 ? { type: 'szybkie-linki', links } : undefined
  },
  'tiktok-row': (fields, context) => {
    const videos = TIKTOK_FIELDS.flatMap((name) => videoField(fields, name, context) ?? [])
    return videos.length === TIKTOK_FIELDS.length ? { type: 'tiktok-row', videos } : undefined
  },
  newsletter: (fields, { rules }) => {
    const [header, description] = [lineField(fields, 'header', rules), lineField(fields, 'description', rules)]
    return { type: 'newsletter', header, description }
  },
  'most-read': (fields) => {
    const header = field(fields, 'header')
    const count = number.parse(fields.count) ?? DEFAULT_MOST_READ.count
    const window = field(fields, 'window')
    return {
      type: 'most-read',
      header,
      count: Math.min(Math.max(Math.trunc(count), LEAST_MOST_READ), MAX_MOST_READ),
      window: isMostReadWindow(window) ? window : DEFAULT_MOST_READ.window,
      cards: [],
    }
  },
  'ad-slot': (fields, _context, attrs) => {
    const [adUnit, className] = [field(attrs, 'adUnit'), classTokens(field(fields, 'class'))]
    const isOn = flag.parse(attrs.active) && adUnit !== undefined
    return isOn ? { type: 'ad-slot', adUnit, className: className || undefined } : undefined
  },
  spacer: (fields) => ({
    type: 'spacer',
    height: Math.min(Math.max(number.parse(fields.height) ?? DEFAULT_SPACER_HEIGHT, 0), 1000),
  }),
  'yt-sw-chanel-box': (fields, context) => {
    const { rules } = context
    const [header, description] = [lineField(fields, 'header', rules), lineField(fields, 'description', rules)]
    const [url, main] = [httpField(fields, 'URLMain'), videoField(fields, 'URLMain', context)]
    if (!header || !description || !url || !main) return undefined
    const others = ADDITIONAL_VIDEOS.flatMap((name) => videoField(fields, name, context) ?? [])
    const place = isChannelUrl(url) ? { channelUrl: url } : { channelUrl: rules.service.youtubeChannel ?? url, main }
    return { type: 'yt-sw-chanel-box', header, description, ...place, others }
  },
}

/**
 * Joins adjacent article blocks, a container template's text, into one `content`.
 * @param maxCards of all blocks together
 */
export function* normaliseHome(
  blocks: readonly unknown[],
  context: DecodeContext,
  maxCards = MAX_CARDS,
): Steps<HomeBlock[]> {
  const home: HomeBlock[] = []
  const budget = createBudget()
  let cardsLeft = maxCards
  let pending: unknown[] = []
  function* flush(): Steps<void> {
    const content: Block[] = pending.length > 0 ? yield* normaliseBlocks(pending, context, budget) : []
    if (content.length > 0) home.push({ type: 'content', blocks: content })
    pending = []
  }
  for (const block of blocks) {
    if (home.length >= MAX_HOME_BLOCKS) {
      const kind = `${blocks.length} blocks, cut to ${MAX_HOME_BLOCKS}`
      context.report({ call: context.call, field: 'blocks', kind })
      break
    }
    const parsed = wireBlock(block)
    const type = parsed ? blockTypeOf(parsed) : undefined
    if (!parsed || !isHomeBlock(type, parsed)) {
      pending.push(block)
      continue
    }
    yield* flush()
    const normalised = yield* homeBlock(type, parsed, context, cardsLeft)
    if (!normalised) continue
    if ('cards' in normalised) cardsLeft -= normalised.cards.length
    home.push(normalised)
  }
  yield* flush()
  return home
}

function isHomeBlock(type: string | undefined, block: WireBlock): type is Exclude<HomeBlock['type'], 'content'> {
  if (type === undefined || block.blockName?.startsWith('core/')) return false
  return isCardType(type) || Object.hasOwn(PLAIN_BLOCKS, type)
}

function isCardType(type: string): type is CardBlockType {
  return (CARD_BLOCK_TYPES as readonly string[]).includes(type)
}

function* homeBlock(
  type: Exclude<HomeBlock['type'], 'content'>,
  block: WireBlock,
  context: DecodeContext,
  maxCards: number,
): Steps<HomeBlock | undefined> {
  const { call, report } = context
  const reportCut = ({ field: name, kind }: Pick<Problem, 'field' | 'kind'>): void =>
    report({ call, field: `${type}.${name}`, kind })
  const cut = cutFields(block.blockContent?.fields ?? {}, { onCut: reportCut })
  const fields = isRecord(cut) ? cut : {}
  if (!isCardType(type)) return PLAIN_BLOCKS[type](fields, context, block.attrs)
  const isPath = field(fields, 'class')?.split(' ').includes(PATH_CLASS) ?? false
  const decoded = yield* decodeCards(block.blockContent?.posts ?? [], context, maxCards)
  const cards = isPath ? decoded.filter(isLesson) : decoded
  const [header, link] = [field(fields, 'header'), linkField(fields, 'link', context)]
  if (cards.length === 0) return undefined
  return { type, cards, header, link, isPath: isPath || undefined }
}

/** No advertiser's text is a step of a course (HOME-15). */
function isLesson({ isPromo, isProductPlacement }: Card): boolean {
  return !isPromo && !isProductPlacement
}

/** `URLs_1` may have `titles_1`, `durations_1` and `posters_1`, `URLMain` `titleMain` and so on (EMB-13). */
function videoField(fields: Fields, name: string, context: DecodeContext): HomeVideo | undefined {
  const url = httpField(fields, name)
  if (url === undefined) return undefined
  const { language, group } = context.rules.service
  const target = embedTarget(url, language, group.embeds) ?? { provider: new URL(url).hostname, url, frame: undefined }
  const nextTo = (fact: string): string => name.replace(/URL(s?)/, (_, plural: string) => `${fact}${plural}`)
  const names = { title: nextTo('title'), duration: nextTo('duration'), poster: nextTo('poster') }
  return {
    url: target.url,
    provider: target.provider,
    frame: target.frame,
    ...factsInFields(fields, context, names),
  }
}

function field(fields: Fields, name: string): string | undefined {
  const value = Object.hasOwn(fields, name) ? text.parse(fields[name]) : undefined
  return (value && plainField(value)) || undefined
}

/** Without the portal's state classes (ADS-9). */
function classTokens(value = ''): string {
  const isName = (token: string): boolean => /^[a-z_][\w-]{0,63}$/i.test(token) && !/^(is|has|not|needs)-/i.test(token)
  return [...new Set(value.split(/\s+/).filter(isName))].slice(0, MAX_CLASSES).join(' ')
}

function linkField(fields: Fields, name: string, { rules }: DecodeContext): LinkTarget | undefined {
  const value = field(fields, name)
  return value === undefined ? undefined : contentLink(value, rules)
}

function httpField(fields: Fields, name: string): string | undefined {
  const url = URL.parse(field(fields, name) ?? '')
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : undefined
}

function imageField(value: unknown, { rules }: DecodeContext): ResponsiveImage | undefined {
  if (!isRecord(value)) return undefined
  const [width, height] = [pixelSize(text.parse(value.width)), pixelSize(text.parse(value.height))]
  const source = imageSource(text.parse(value.url) ?? '', rules.images, width)
  const alt = field(value, 'alt') ?? ''
  return source && { ...source, alt, width, height }
}
