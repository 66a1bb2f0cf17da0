import { CARD_BLOCK_TYPES, type HomeBlockType } from '../../content/home-block.ts'
import { MAX_MOST_READ, MOST_READ_WINDOWS } from '../../content/most-read.ts'
import { postsQuery } from '../../sources/embedded/front-matter.ts'
import type { DeskWords, FieldWord } from './desk-words.ts'
import { type FieldRules, type FormField, formFields, ownField } from './form-fields.ts'

type Plain = Exclude<HomeBlockType, (typeof CARD_BLOCK_TYPES)[number] | 'content'>

const TIKTOKS = ([1, 2, 3, 4, 5, 6] as const).flatMap((n): FieldWord[] => [
  `URLs_${n}`,
  `titles_${n}`,
  `durations_${n}`,
])
const FURTHER_VIDEOS = (['Left', 'Center', 'Right'] as const).flatMap((place): FieldWord[] => [
  `additionalVideos_URL${place}`,
  `additionalVideos_title${place}`,
  `additionalVideos_duration${place}`,
])

/** A new block does not compile until it has its form. */
const PLAIN: Readonly<Record<Plain, readonly FieldWord[]>> = {
  'section-title': ['header', 'link'],
  'big-title': ['header', 'description'],
  partner: ['name', 'header', 'link', 'logo'],
  'szybkie-linki': ['links'],
  'tiktok-row': TIKTOKS,
  newsletter: ['header', 'description'],
  'most-read': ['header', 'count', 'window'],
  'ad-slot': ['active', 'adUnit', 'class'],
  spacer: ['height'],
  'yt-sw-chanel-box': [
    ...(['header', 'description', 'URLMain', 'titleMain', 'durationMain'] as const),
    ...FURTHER_VIDEOS,
  ],
}

export function homeBlockForms(rules: FieldRules): FormField[] {
  const { words } = rules
  const form = (name: keyof DeskWords['blocks'], fields: FormField[]): FormField => ({
    name,
    label: words.blocks[name],
    widget: 'object',
    fields,
  })
  const posts = ownField('posts', words, {
    widget: 'object',
    fields: formFields(postsQuery, ['category', 'tag', 'slugs', 'limit'], { ...rules, isRequired: () => false }),
  })
  const cards = CARD_BLOCK_TYPES.map((type) => form(type, [...plainFields(['header', 'link', 'class'], words), posts]))
  const others = (Object.keys(PLAIN) as Plain[]).map((type) => form(type, plainFields(PLAIN[type], words)))
  return [...cards, ...others, form('markup', [ownField('html', words, { widget: 'text' })])]
}

function plainFields(names: readonly FieldWord[], words: DeskWords): FormField[] {
  return names.map((name) => ownField(name, words, widgetOf(name, words)))
}

function widgetOf(name: FieldWord, words: DeskWords): { widget: string; [setting: string]: unknown } {
  switch (name) {
    case 'links':
      return { widget: 'list', fields: plainFields(['title', 'link'], words) }
    case 'count':
      return { widget: 'number', value_type: 'int', min: 1, max: MAX_MOST_READ }
    case 'window':
      return { widget: 'select', options: MOST_READ_WINDOWS }
    case 'active':
      return { widget: 'boolean' }
    case 'height':
      return { widget: 'number', value_type: 'int', min: 0, max: 1000 }
    case 'logo':
      return {
        widget: 'object',
        collapsed: true,
        fields: [ownField('url', words, { widget: 'image' }), ...plainFields(['alt'], words)],
      }
    default:
      return { widget: 'string' }
  }
}
