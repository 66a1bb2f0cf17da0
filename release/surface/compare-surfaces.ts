import type { Bump, Section } from '../changelog.ts'
import type { Surface } from './surface.ts'

export interface Change {
  area: keyof Surface
  name: string
  kind: 'added' | 'changed' | 'removed'
  from?: string
  to?: string
}

/** Interface texts that a site may replace: a new one has words of its own in each language. */
const TEXTS = /^(?:messages|language)\b/
/** Ends of a field's name that say which value of it is meant. */
const WITHIN = /\[\]|\|\d+|\.\*/g
/** Members that the author of an extension gives. */
const DEFINED = /^(?:BlockDefinition|ExtensionDefinition|HeadScript)\./
const OPTIONAL = /^[^:(]*\?/
/** A value of these is narrower with each constraint. */
const UPPER = ['maximum', 'maxLength', 'maxItems', 'exclusiveMaximum']
const LOWER = ['minimum', 'minLength', 'minItems', 'exclusiveMinimum']

/** What differs, without what lies within something that came or went as a whole. */
export function changesOf(before: Surface, now: Surface): Change[] {
  const changes = AREAS.flatMap((area) => areaChanges(area, before[area], now[area]))
  const whole = new Set(changes.map(({ area, kind, name }) => `${area} ${kind} ${name}`))
  return changes.filter(
    ({ area, kind, name }) =>
      kind === 'changed' || !parentsOf(name).some((parent) => whole.has(`${area} ${kind} ${parent}`)),
  )
}

const AREAS = ['site', 'newsroom', 'settings', 'routes', 'metrics', 'extension', 'cms'] as const

function areaChanges(area: keyof Surface, before: Surface['site'], now: Surface['site']): Change[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(now)])]
  return names.flatMap((name): Change[] => {
    const [from, to] = [before[name], now[name]]
    if (from === to) return []
    if (from === undefined) return TEXTS.test(name) && area === 'site' ? [] : [{ area, name, kind: 'added', to }]
    return to === undefined ? [{ area, name, kind: 'removed', from }] : [{ area, name, kind: 'changed', from, to }]
  })
}

/** `service ads.slots[].id` lies within `service ads.slots[]`, `service ads.slots`, `service ads` and `service`. */
function parentsOf(name: string): string[] {
  return [...name.matchAll(/[ .[|]/g)].map(({ index }) => name.slice(0, index).trimEnd())
}

/** Changes that no line of a changelog names under the heading of their kind. An addition may stand under any. */
export function unannounced(changes: readonly Change[], sections: readonly Section[]): Change[] {
  const texts = (group?: string): string =>
    sections.map(({ groups, text }) => (group === undefined ? text : (groups.get(group) ?? ''))).join('\n')
  const all = texts()
  const byKind = { added: all, changed: texts('Changed'), removed: texts('Removed') }
  return changes.filter(({ area, name, kind }) => !namesOf(area, name).some((one) => isNamed(one, byKind[kind])))
}

/** What a line may call it: `newsletter.further.title` of a file, `/api/most-read` of a route, else the whole name. */
function namesOf(area: keyof Surface, name: string): string[] {
  if (area === 'routes') return [name, name.slice(name.indexOf(' ') + 1)]
  if (area === 'settings' || area === 'metrics' || area === 'extension') return [name]
  const [file = '', path] = name.split(' ')
  return [path?.replaceAll(WITHIN, '').replace(/^\./, '') || file]
}

/** In a span of code, and not as a part of another name. */
function isNamed(name: string, text: string): boolean {
  const whole = new RegExp(`(?<![\\w./-])${escaped(name)}(?![\\w/-]|\\.\\w)`)
  return [...text.matchAll(/`([^`]+)`/g)].some(([, code = '']) => whole.test(code))
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
}

/** The version that changes ask for (docs/stability.md). */
export function bumpFor(changes: readonly Change[]): Bump {
  if (changes.some(isBreaking)) return 'major'
  return changes.length > 0 ? 'minor' : 'patch'
}

function isBreaking({ area, name, kind, from, to }: Change): boolean {
  if (kind === 'removed') return true
  if (kind === 'added') return to?.includes('"required":true') || (DEFINED.test(name) && !OPTIONAL.test(to ?? ''))
  if (area === 'settings') return false
  // What an author may leave out now.
  if (DEFINED.test(name) && to?.replace('?', '') === from) return false
  return !isWidening(from ?? '', to ?? '')
}

/** Whether a field takes whatever it took before. */
function isWidening(from: string, to: string): boolean {
  if (!from.startsWith('{') || !to.startsWith('{')) return false
  const [before, now]: Array<Record<string, unknown>> = [JSON.parse(from), JSON.parse(to)]
  return [...new Set([...Object.keys(before ?? {}), ...Object.keys(now ?? {})])].every((key) =>
    isWider(key, before?.[key], now?.[key]),
  )
}

function isWider(key: string, before: unknown, now: unknown): boolean {
  if (JSON.stringify(before) === JSON.stringify(now)) return true
  if (key === 'default') return true
  if (key === 'required') return now === undefined
  if (key === 'enum' && Array.isArray(before) && Array.isArray(now)) return before.every((one) => now.includes(one))
  if (now === undefined) return key !== 'type'
  if (typeof before !== 'number' || typeof now !== 'number') return false
  return (UPPER.includes(key) && now > before) || (LOWER.includes(key) && now < before)
}

export function describeChange({ area, name, kind, from, to }: Change): string {
  const what = { added: to, removed: from, changed: `${from} → ${to}` }[kind]
  return `${area}: ${name} is ${kind} (${what})`
}
