import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from './root.ts'

/** An update as an editor writes it. */
export interface WrittenUpdate {
  /** `2026-11-24T10:05` */
  time: string
  heading?: string
  text: string
  classes?: string
}

/** A copy of the newsroom with an article that has updates. */
export interface LiveNewsroom {
  folder: string
  /** Paths of the article's page and of its AMP document. */
  path: string
  ampPath: string
  /** Writes the article with these updates, in this order. */
  write(updates: readonly WrittenUpdate[]): Promise<void>
  remove(): Promise<void>
}

const SLUG = 'multisig-dwa-z-trzech'
const PATH = `/2026/11/${SLUG}`

export async function createLiveNewsroom(updates: readonly WrittenUpdate[]): Promise<LiveNewsroom> {
  const folder = await mkdtemp(join(tmpdir(), 'live-newsroom-'))
  await cp(join(ROOT, 'newsroom'), folder, { recursive: true })
  const file = join(folder, 'akademia/articles', `${SLUG}.html`)
  const [, front = ''] = /^(---\n[\s\S]*?\n---\n)/.exec(await readFile(file, 'utf8')) ?? []
  const write = (some: readonly WrittenUpdate[]): Promise<void> =>
    writeFile(file, `${front}${paragraph('Wstęp do relacji.')}${some.map(group).join('')}${paragraph('Po relacji.')}`)
  await write(updates)
  return {
    folder,
    path: PATH,
    ampPath: `/wp-json/amp/v2/post${PATH}`,
    write,
    remove: () => rm(folder, { recursive: true }),
  }
}

function group({ time, heading, text, classes = '' }: WrittenUpdate): string {
  const className = `live-update ${classes}`.trim()
  const title =
    heading === undefined
      ? ''
      : `<!-- wp:heading -->\n<h2 class="wp-block-heading">${heading}</h2>\n<!-- /wp:heading -->\n`
  return (
    `<!-- wp:group {"className":"${className}","time":"${time}"} -->\n<div class="wp-block-group ${className}">` +
    `${title}${paragraph(text)}</div>\n<!-- /wp:group -->\n\n`
  )
}

function paragraph(text: string): string {
  return `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->\n\n`
}

/** Updates of one day, a minute each, newest first. */
export function updatesOfDay(count: number, day: string): WrittenUpdate[] {
  return Array.from({ length: count }, (_, index) => {
    const minute = count - index
    const clock = `${String(8 + Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
    return { time: `${day}T${clock}`, text: `Wpis ${minute}.` }
  })
}
