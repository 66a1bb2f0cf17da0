import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { JSDOM } from 'jsdom'
import sharp from 'sharp'
import { plainLine } from '../../src/content/plain-line.ts'
import { newsroomChecks } from '../../tools/doctor/checks/newsroom.ts'
import type { Finding } from '../../tools/doctor/run-checks.ts'
import type { ImportSource } from '../../tools/newsroom/source.ts'
import type { Summary } from '../../tools/newsroom/summary.ts'
import { SERVICE_NAMES } from './customer-site.ts'
import { type ImportOptions, importInto, temporaryFolder } from './newsroom-import.ts'
import { startTestPortal, type TestPortal } from './portal.ts'

/** A site that was moved into a newsroom, and the portal that shows it. */
export interface MovedSite {
  /** The newsroom. */
  folder: string
  summary: Summary
  portal: TestPortal
  /** What the doctor says of the newsroom. */
  doctor: Finding
  /** The body of an article's or a page's page. */
  body(path: string): Promise<Element>
  close(): Promise<void>
}

const { DOMParser } = new JSDOM().window

export async function movedSite(source: ImportSource, options: ImportOptions = {}): Promise<MovedSite> {
  const { path, remove } = await temporaryFolder()
  const folder = join(path, 'newsroom')
  const summary = await importInto(folder, source, { hasImages: true, downloads: false, ...options })
  const [check] = newsroomChecks(folder, SERVICE_NAMES, 'Europe/Warsaw')
  if (!check) throw new Error('the doctor has no check of newsrooms')
  const doctor = await check.run()
  const portal = await startTestPortal({
    NEWSROOM_DIR: folder,
    PAGE_CACHE: 'off',
    ...(summary.redirects > 0 && { REDIRECTS_FILE: join(folder, 'redirects.csv') }),
  })
  return {
    folder,
    summary,
    portal,
    doctor,
    async body(pagePath) {
      const { status, text } = await portal.get(encodeURI(pagePath))
      const body = new DOMParser().parseFromString(text, 'text/html').querySelector('.article-body')
      if (status !== 200 || !body) throw new Error(`${pagePath}: ${status}, without a body`)
      // The image above the text is there once more for views of readers.
      for (const own of body.querySelectorAll('[data-interface]')) own.remove()
      return body
    },
    async close() {
      await portal.close()
      await remove()
    },
  }
}

/** Words of an element, without what binds ends of lines. */
export function wordsOf(element: Element | null): string {
  return plainLine(element?.textContent ?? '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Noon of a day to come, `YYYY-MM-DD`: a date that is far away is a remark of the doctor. */
export const SOON = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10)

/** Where an article of that day would be. */
export function soonPath(slug: string): string {
  return `/${SOON.slice(0, 7).replace('-', '/')}/${slug}`
}

/** Writes files by their paths. */
export async function writeFiles(folder: string, files: Readonly<Record<string, string | Uint8Array>>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
}

export function smallImage(format: 'jpeg' | 'png' | 'webp' = 'jpeg'): Promise<Buffer> {
  const image = sharp({ create: { width: 800, height: 400, channels: 3, background: '#369' } })
  return image.toFormat(format).toBuffer()
}
