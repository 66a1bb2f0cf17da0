import type { Element, ElementContent } from 'xast'
import { x } from 'xastscript'
import { type LocalTime, parseDate } from '../../../src/content/dates.ts'
import { writeXml } from '../../../src/syndication/feeds/xml.ts'
import type { TimeZone } from '../../../src/system/time-zone.ts'

export type Value = string | number | undefined

/** As in wp-admin/includes/export.php (1.2). */
const NAMESPACES = {
  'xmlns:excerpt': 'http://wordpress.org/export/1.2/excerpt/',
  'xmlns:content': 'http://purl.org/rss/1.0/modules/content/',
  'xmlns:dc': 'http://purl.org/dc/elements/1.1/',
  'xmlns:wp': 'http://wordpress.org/export/1.2/',
}

export function fields(values: Readonly<Record<string, Value>>): Element[] {
  return Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [x(name, {}, String(value))]))
}

export function metaElements(name: 'wp:postmeta' | 'wp:termmeta', values: Readonly<Record<string, Value>>): Element[] {
  return Object.entries(values).flatMap(([key, value]) =>
    value === undefined ? [] : [x(name, {}, fields({ 'wp:meta_key': key, 'wp:meta_value': value }))],
  )
}

/** A carriage return survives only as a reference (XML 1.0, 2.11). */
export function partXml(name: string, children: ElementContent[]): string {
  return `${writeXml(x(name, {}, children)).replaceAll('\r', '&#13;')}\n`
}

export function headXml(channel: Readonly<Record<string, Value>>): string {
  const attributes = Object.entries(NAMESPACES).map(([name, value]) => ` ${name}="${value}"`)
  const own = fields({ ...channel, 'wp:wxr_version': '1.2' }).map((element) => writeXml(element))
  return `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0"${attributes.join('')}>\n<channel>\n${own.join('\n')}\n`
}

export const TAIL_XML = '</channel>\n</rss>\n'

export function dateFields(date: string, updated: string | undefined, zone: TimeZone): Record<string, Value> {
  const time = parseDate(date, zone)
  if (!time) return {}
  const revised = parseDate(updated, zone) ?? time
  return {
    pubDate: new Date(time.epoch).toUTCString().replace('GMT', '+0000'),
    'wp:post_date': localOf(time),
    'wp:post_date_gmt': utcOf(time),
    'wp:post_modified': localOf(revised),
    'wp:post_modified_gmt': utcOf(revised),
  }
}

function localOf({ iso }: LocalTime): string {
  return iso.slice(0, 'YYYY-MM-DDTHH:MM:SS'.length).replace('T', ' ')
}

function utcOf({ epoch }: LocalTime): string {
  return new Date(epoch).toISOString().slice(0, 'YYYY-MM-DDTHH:MM:SS'.length).replace('T', ' ')
}
