import { pageCacheRows } from '../../edge/page-cache/settings.ts'
import { releaseRows } from '../../edge/releases/settings.ts'
import { listenRows, transportRows } from '../../edge/transport/settings.ts'
import { advertisingRows } from '../../features/advertising/settings.ts'
import { ampCachesRows } from '../../features/amp-caches/settings.ts'
import { announcementsRows } from '../../features/announcements/settings.ts'
import { commentsRows } from '../../features/comments/settings.ts'
import { consentRows } from '../../features/consent/settings.ts'
import { deskRows } from '../../features/desk/settings.ts'
import { feedsRows } from '../../features/feeds/settings.ts'
import { gitNewsroomRows } from '../../features/git-newsroom/settings.ts'
import { measurementRows } from '../../features/measurement/settings.ts'
import { mediaRows } from '../../features/media/settings.ts'
import { mostReadRows } from '../../features/most-read/settings.ts'
import { backupRows, newsletterRows } from '../../features/newsletter/settings.ts'
import { previewsRows } from '../../features/previews/settings.ts'
import { ownPushRows, pushRows } from '../../features/push/settings.ts'
import { searchRows } from '../../features/search/settings.ts'
import { httpRows } from '../../http/settings.ts'
import { logRows, reportRows, telemetryRows } from '../../observability/settings.ts'
import { edgeRows, purgeTokenRows } from '../../purge/settings.ts'
import { cmsServiceRows, redirectRows, robotsRows, siteRows } from '../../site/settings.ts'
import { giphyRows } from '../../sources/giphy/settings.ts'
import { contentRows } from '../../sources/settings.ts'
import { postgresqlRows } from '../../system/postgresql/settings.ts'
import type { SettingRow } from '../../system/settings/setting-row.ts'
import { variableSuffix } from '../../system/settings/variable-suffix.ts'
import { redisRows, restRows } from '../../system/store/settings.ts'
import { PARTS } from './parts.ts'
import { clearTextRows, warmUpRows, workerRows } from './process.ts'

interface Row extends Pick<SettingRow<string>, 'names' | 'meaning'> {
  defaults?: Readonly<Record<string, string | undefined>>
  examples?: Readonly<Record<string, string | undefined>>
}

/** Every row, in the order of both tables; the headings are those of `.env.example`. */
const SECTIONS: ReadonlyArray<{ title: string; rows: readonly Row[] }> = [
  { title: 'Server and site', rows: [...listenRows, ...siteRows] },
  { title: 'Content', rows: [...contentRows, ...gitNewsroomRows, ...cmsServiceRows, ...redirectRows] },
  { title: 'Desk of the embedded newsroom', rows: deskRows },
  { title: 'Images', rows: mediaRows },
  { title: 'Feeds and search engines', rows: [...feedsRows, ...ampCachesRows, ...announcementsRows, ...robotsRows] },
  { title: 'Newsletter: a provider, else a database, else a file', rows: [...newsletterRows, ...postgresqlRows] },
  { title: 'Push notifications of its own', rows: ownPushRows },
  { title: 'Lists and search', rows: [...searchRows, ...mostReadRows] },
  {
    title: 'Third parties; what is absent is not loaded',
    rows: [...advertisingRows, ...measurementRows, ...pushRows, ...commentsRows, ...giphyRows, ...consentRows],
  },
  { title: 'Page cache', rows: [...pageCacheRows, ...warmUpRows] },
  { title: 'Behind a proxy', rows: [...transportRows, ...clearTextRows] },
  {
    title: 'Several processes, several machines, caches in front',
    rows: [...workerRows, ...redisRows, ...restRows, ...releaseRows, ...edgeRows],
  },
  {
    title: 'Operating',
    rows: [...purgeTokenRows, ...previewsRows, ...httpRows, ...logRows, ...backupRows],
  },
  { title: 'OpenTelemetry', rows: telemetryRows },
  { title: 'Error reports', rows: reportRows },
]

const DEFAULTS = new Map(Object.values(PARTS).flatMap((part) => Object.entries(part.defaults())))
const OF_SERVICES = '_{NAME}'
const LINE = 120

/** Every variable with its default; an empty one has none. */
export function settingDefaults(): Record<string, string> {
  const names = SECTIONS.flatMap(({ rows }) => rows.flatMap((row) => row.names))
  return Object.fromEntries(names.map((name) => [name, DEFAULTS.get(name) ?? '']))
}

export function settingsTable(): string {
  const rows = SECTIONS.flatMap(({ rows }) => rows)
  return [
    '| variable | default | meaning |',
    '| --- | --- | --- |',
    ...rows.map((row) => {
      const names = row.names.map((name) => `\`${name}\``).join(', ')
      const defaults = cellOf(row.names.map((name) => row.defaults?.[name] ?? codeOf(DEFAULTS.get(name) ?? '')))
      return `| ${names} | ${defaults === '' ? '' : `${defaults} `}| ${row.meaning} |`
    }),
    '',
  ].join('\n')
}

/** Absent defaults at the end leave no commas. */
function cellOf(values: readonly string[]): string {
  return values.slice(0, values.findLastIndex((value) => value !== '') + 1).join(', ')
}

function codeOf(value: string): string {
  return value.includes('{') ? `\`${value}\`` : value
}

export function exampleFile(services: readonly string[]): string {
  return [
    '# Every setting, with its default or an example. `npm run settings` writes this file, and docs/reference/settings.md.',
    '# `npm run dev` reads it as `.env`. Elsewhere: node --env-file=.env dist/server.js, or as your platform sets variables.',
    ...SECTIONS.flatMap(({ title, rows }) => ['', `### ${title}`, ...rows.flatMap((row) => linesOf(row, services))]),
    '',
  ].join('\n')
}

function linesOf({ names, meaning, examples }: Row, services: readonly string[]): string[] {
  const variables = names.flatMap((name) => {
    const line = (variable: string): string => `#${variable}=${quoted(examples?.[name] ?? DEFAULTS.get(name) ?? '')}`
    if (!name.endsWith(OF_SERVICES)) return [line(name)]
    return services.map((service) => line(name.slice(0, -OF_SERVICES.length) + variableSuffix(service)))
  })
  return [...wrapped(`${names.join(', ')}: ${meaning.replaceAll('`', '')}`), ...variables]
}

function quoted(value: string): string {
  return /[\s{#<]/.test(value) ? `"${value}"` : value
}

function wrapped(text: string): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`
    if (lines.length > 0 && longer.length <= LINE) lines[lines.length - 1] = longer
    else lines.push(`# ${word}`)
  }
  return lines
}

const [START, END] = ['<!-- settings -->\n\n', '\n<!-- /settings -->']

/** @throws {Error} the document has no place for the table */
export function withSettingsTable(document: string): string {
  const [from, to] = [document.indexOf(START), document.indexOf(END)]
  if (from < 0 || to < from) throw new Error('docs/reference/settings.md has no place for the table of settings')
  return document.slice(0, from + START.length) + settingsTable() + document.slice(to)
}
