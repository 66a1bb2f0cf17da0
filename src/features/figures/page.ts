import { createHash } from 'node:crypto'
import type { RequestHandler } from 'express'
import { tag, text } from '../../content/html/markup.ts'
import {
  DEFAULT_MOST_READ,
  isMostReadWindow,
  MAX_MOST_READ,
  MOST_READ_WINDOWS,
  type MostReadOf,
  type MostReadWindow,
} from '../../content/most-read.ts'
import { plainLine } from '../../content/plain-line.ts'
import type { Counted, FigureTable } from '../../http/figures.ts'
import { contextOf } from '../../http/request-context.ts'
import { figureWords } from '../../languages/figures/words.ts'
import { formatNumber } from '../../languages/texts.ts'
import type { Service } from '../../services/service.ts'
import type { ContentRepositories } from '../../sources/content-repositories.ts'
import { joinHtml, type SafeHtml } from '../../system/escape.ts'
import { figuresRoutes } from './route-declarations.ts'

const STYLE =
  ':root{color-scheme:light dark;font:1rem/1.5 system-ui,sans-serif}body{max-width:60rem;margin:0 auto;padding:1rem}' +
  'nav{display:flex;flex-wrap:wrap;gap:.5rem 1rem}nav a{display:inline-block;min-height:2rem}[aria-current]{font-weight:700}' +
  '.scroll{overflow-x:auto}table{width:100%;border-collapse:collapse}th,td{padding:.4rem .6rem;text-align:start;border-bottom:1px solid}' +
  'td{overflow-wrap:anywhere}.number{text-align:end;white-space:nowrap;font-variant-numeric:tabular-nums}'
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** A page of tables, or JSON for a program that accepts it (FIG-1). */
export function figuresPage(reader: ContentRepositories['reader'], counted: Counted): RequestHandler {
  return async (request, response) => {
    const { service } = contextOf(request)
    const { window = DEFAULT_MOST_READ.window } = request.query
    response.set('x-robots-tag', 'noindex').vary('Accept')
    if (!isMostReadWindow(window)) {
      response.status(400).json({ error: `window is one of ${MOST_READ_WINDOWS.join(', ')}` })
      return
    }
    const tables = await tablesOf(service, window, reader, counted)
    if (request.accepts(['html', 'json']) === 'json') {
      response.json({ service: service.name, window, tables })
      return
    }
    response
      .set('content-security-policy', POLICY)
      .type('html')
      .send(documentOf(service, window, tables))
  }
}

async function tablesOf(
  service: Service,
  window: MostReadWindow,
  reader: ContentRepositories['reader'],
  { mostRead, referrers, tables }: Counted,
): Promise<FigureTable[]> {
  const words = figureWords(service.language)
  const read = await ranked(service, window, mostRead)
  const articles = await reader(service).articles(read.map(({ member }) => member))
  const sources = await ranked(service, window, referrers)
  const numbers = MOST_READ_WINDOWS.map((one) => words.windows[one])
  const others = await Promise.all(tables.map((table) => table(service)))
  return [
    {
      title: words.mostRead,
      columns: [words.article, ...numbers],
      rows: read.map(({ member, views }, index) => {
        const article = articles[index]
        const title = article && 'title' in article ? plainLine(article.title) : member
        return [{ text: title, href: article && 'path' in article ? article.path : member }, ...views]
      }),
    },
    {
      title: words.sources,
      columns: [words.source, ...numbers],
      rows: sources.map(({ member, views }) => [member, ...views]),
    },
    ...others.flatMap((table) => table ?? []),
  ]
}

async function ranked(
  { name }: Service,
  window: MostReadWindow,
  rankingOf: MostReadOf | undefined,
): Promise<Array<{ member: string; views: number[] }>> {
  if (!rankingOf) return []
  const rankings = await Promise.all(MOST_READ_WINDOWS.map((one) => rankingOf(name, one)))
  const chosen = rankings[MOST_READ_WINDOWS.indexOf(window)]?.slice(0, MAX_MOST_READ) ?? []
  return chosen.map(({ path: member }) => ({
    member,
    views: rankings.map((ranking) => ranking.find(({ path }) => path === member)?.views ?? 0),
  }))
}

function documentOf(service: Service, window: MostReadWindow, tables: readonly FigureTable[]): string {
  const words = figureWords(service.language)
  const title = words.title.replace('{title}', () => service.title)
  const links = MOST_READ_WINDOWS.map((one) =>
    tag(
      'a',
      { href: `${figuresRoutes.page.path}?window=${one}`, 'aria-current': one === window ? 'page' : undefined },
      text(words.windows[one]),
    ),
  )
  const direction = service.direction === undefined ? '' : ` dir="${service.direction}"`
  const body = tag(
    'main',
    {},
    tag('h1', {}, text(title)),
    tag('nav', { 'aria-label': words.mostRead }, joinHtml(links)),
    ...tables.map((table) => sectionOf(table, service)),
    tag('p', {}, text(words.note)),
  )
  return `<!doctype html><html lang="${service.language}"${direction}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${text(title)}</title><style>${STYLE}</style></head><body>${body}</body></html>`
}

function sectionOf({ title, columns, rows }: FigureTable, service: Service): SafeHtml {
  const { language } = service
  const head = columns.map((column, index) => tag('th', { scope: 'col', class: index > 0 && 'number' }, text(column)))
  const lines = rows.map((row) =>
    tag(
      'tr',
      {},
      ...row.map((cell) => {
        if (typeof cell === 'number') return tag('td', { class: 'number' }, text(formatNumber(cell, language)))
        return tag(
          'td',
          { dir: 'auto' },
          typeof cell === 'string' ? text(cell) : tag('a', { href: cell.href }, text(cell.text)),
        )
      }),
    ),
  )
  const table = tag('table', {}, tag('thead', {}, tag('tr', {}, ...head)), tag('tbody', {}, ...lines))
  const content =
    rows.length === 0
      ? tag('p', {}, text(figureWords(language).none))
      : tag('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': title }, table)
  return tag('section', {}, tag('h2', {}, text(title)), content)
}
