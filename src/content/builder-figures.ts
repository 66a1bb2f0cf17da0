import * as z from 'zod'

type Attributes = Readonly<Record<string, string>>

/** Builders keep bars, points or features in one attribute. */
const entries = z.array(z.record(z.string(), z.unknown())).max(200)
const numbered = z.record(z.string(), z.record(z.string(), z.unknown()))

const OF_NUMBER = /(?:counter|counter_box|numbers?|pie|pie_chart|progress|skill_meter|milestone)$/
const OF_BAR = /(?:_pb_counter|progress|skill_meter)$/
const NUMBERS = ['number', 'value', 'percent', 'percentage', 'progress']
const OF_PERCENT = /^et_pb_(?:number_counter|circle_counter|counter)$/
const UNITS = ['unit', 'units']
const PRICES = ['sum', 'price', 'package_price']
const PERIODS = ['per', 'time', 'package_unit', 'duration']
const LABELS = ['label', 'title', 'heading', 'name', 'text', 'item']
const VALUES = ['value', 'y_values', 'percent', 'number', 'price']
const DETAILS = ['subtitle', 'description', 'desc', 'content']

export interface Figures {
  above: string[]
  below: string[]
}

/** Reads the numbers that a builder's scripts draw. */
export function figuresOf(name: string, attributes: Attributes): Figures {
  const number = OF_NUMBER.test(name) ? numberOf(name, attributes) : ''
  const price = /pric/.test(name) ? priceOf(attributes) : ''
  const lines = [price, OF_BAR.test(name) ? '' : number, ...groupsOf(attributes), ...oldBarsOf(name, attributes)]
  return { above: lines.filter(Boolean), below: OF_BAR.test(name) && number !== '' ? [number] : [] }
}

function numberOf(name: string, attributes: Attributes): string {
  const words = first(attributes, ['label_value'])
  if (words !== '') return words
  const number = first(attributes, NUMBERS)
  if (!/\d/.test(number)) return ''
  const isPercent =
    (OF_PERCENT.test(name) && attributes.percent_sign !== 'off') ||
    attributes.percent_sign === 'on' ||
    name === 'av_progress'
  const unit = first(attributes, UNITS) || (isPercent && !number.endsWith('%') ? '%' : '')
  return attributes.unit_pos === 'prefix' ? `${unit}${number}` : `${number}${unit}`
}

/** `$15/month`, `zł 49/mies.` or `49 zł`, in the order shown. */
function priceOf(attributes: Attributes): string {
  const amount = first(attributes, PRICES)
  if (amount === '') return ''
  const [currency, period] = [first(attributes, ['currency']), first(attributes, PERIODS).replace(/^[\s/]+/, '')]
  const isAfter = attributes.currency_position === 'right'
  const price = isAfter ? `${amount} ${currency}` : `${currency}${currency.length > 1 ? ' ' : ''}${amount}`
  return `${price.trim()}${period === '' ? '' : `/${period}`}`
}

/** URL-encoded in WPBakery, base64 in King Composer. */
function groupsOf(attributes: Attributes): string[] {
  const unit = first(attributes, UNITS)
  return Object.values(attributes).flatMap((value) =>
    groupIn(value.trim()).map((entry) => {
      const words = (names: readonly string[]): string => first(textsOf(entry), names)
      const [label, figure] = [words(LABELS), words(VALUES)]
      const worth = figure === '' ? '' : `${figure}${/\d$/.test(figure) ? unit : ''}`
      const line = [label, worth].filter(Boolean).join(': ')
      const details = words(DETAILS)
      return [line, details].filter(Boolean).join(' – ')
    }),
  )
}

function groupIn(value: string): Array<Record<string, unknown>> {
  const written = value.startsWith('%5B%7B') ? urlDecoded(value) : value.startsWith('ey') ? base64Decoded(value) : ''
  if (written === '') return []
  const json = jsonOf(written)
  const list = entries.safeParse(json)
  if (list.success) return list.data
  const byNumber = numbered.safeParse(json)
  return byNumber.success ? Object.values(byNumber.data) : []
}

function textsOf(entry: Readonly<Record<string, unknown>>): Attributes {
  const texts = Object.entries(entry).flatMap(([key, value]) =>
    typeof value === 'string' || typeof value === 'number' ? [[key, String(value)] as const] : [],
  )
  return Object.fromEntries(texts)
}

/** Before groups WPBakery wrote `90|Development,80|Design`. */
function oldBarsOf(name: string, attributes: Attributes): string[] {
  const { values = '' } = attributes
  if (name !== 'vc_progress_bar' || !values.includes('|')) return []
  const unit = first(attributes, UNITS)
  return values.split(',').flatMap((bar) => {
    const [value = '', label = ''] = bar.split('|', 2).map((part) => part.trim())
    return label === '' ? [] : [`${label}: ${value}${unit}`]
  })
}

function first(attributes: Attributes, names: readonly string[]): string {
  return names.map((name) => attributes[name]?.trim() ?? '').find((value) => value !== '') ?? ''
}

function urlDecoded(value: string): string {
  try {
    return decodeURIComponent(value.replaceAll('+', ' '))
  } catch {
    return ''
  }
}

function base64Decoded(value: string): string {
  return /^[A-Za-z0-9+/]+={0,2}$/.test(value) ? Buffer.from(value, 'base64').toString('utf8') : ''
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** WordPress makes a lone minus a dash. */
const SIGN = /^(?:\+|-|–|&#8211;|&ndash;)\s*/

const MARKED_LINE = /(?:^|\n|>)[ \t\r]*[+-]/

/** A feature with a plus is part of Divi's offer, one with a minus is not. */
export function featuresOf(name: string, inside: string): string {
  if (name !== 'et_pb_pricing_table' || !MARKED_LINE.test(inside)) return inside
  const lines = inside.split(/<br\s*\/?>|<\/?p>|\n/).flatMap((line) => line.trim() || [])
  const items = lines.map((line) => {
    const words = line.replace(SIGN, '')
    return `<li>${SIGN.test(line) && !line.startsWith('+') ? `<s>${words}</s>` : words}</li>`
  })
  return `\n\n<ul>${items.join('')}</ul>\n\n`
}
