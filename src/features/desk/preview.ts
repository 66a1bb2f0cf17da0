import express, { type RequestHandler, type Response } from 'express'
import * as z from 'zod'
import type { Preview } from '../../../views/context.ts'
import { renderDocument } from '../../../views/render.tsx'
import { isMissing } from '../../content/repository.ts'
import type { Rendering } from '../../http/app-dependencies.ts'
import { onlyTypes, ownPagesOnly, perMinute } from '../../http/middleware/post-guards.ts'
import type { Integrations } from '../../integrations/settings.ts'
import { originOf } from '../../seo/head.ts'
import type { Service, Services } from '../../services/service.ts'
import type { ContentRepositories } from '../../sources/content-repositories.ts'
import type { EmbeddedSource } from '../../sources/embedded/embedded.ts'
import { NewsroomFileError } from '../../sources/embedded/front-matter.ts'
import { isFrontPage } from '../../sources/embedded/front-pages.ts'
import type { UnsavedFile } from '../../sources/embedded/unsaved.ts'
import { elapsed } from '../../system/clock.ts'
import { DESK_PREVIEW_PATH } from './route-declarations.ts'

/** The longest article has a tenth. Bytes. */
const MAX_BODY = 512 * 1024
const PREVIEWS_PER_MINUTE = 120
const MINUTE = 60_000
/** All editors share so much of a minute, as the desk knows none of them. Milliseconds. */
const MOST_WORK = 20_000
const MOST_WAITING = 4
const MOST_IMAGES = 500

const NOBODY: Integrations = { consent: 'preset' }

const body = z.object({
  service: z.string(),
  path: z
    .string()
    .max(500)
    .regex(/\.(?:md|html)$/)
    .refine((path) => !/[\\\0]/.test(path) && !path.split('/').some((part) => part === '' || /^\.+$/.test(part))),
  text: z.string(),
  images: z.array(z.string().max(300)).max(MOST_IMAGES).default([]),
})

interface PreviewSettings {
  services: Services
  reader: ContentRepositories['reader']
  unsaved: EmbeddedSource['unsaved']
  portal: Rendering['portal']
  folder: string
}

/**
 * Renders a text that is not saved yet (DESK-6). The document is a string in JSON: no browser takes it for a page
 * of this origin.
 */
export function unsavedPreviews({
  services,
  reader,
  unsaved,
  portal: shared,
  folder,
}: PreviewSettings): RequestHandler[] {
  const portal = { ...shared, integrations: NOBODY }
  const inTurn = createTurns(MOST_WORK, MOST_WAITING)

  const respond: RequestHandler = async (request, response) => {
    const { success, data } = body.safeParse(request.body)
    const service = success && Object.hasOwn(services, data.service) ? services[data.service] : undefined
    const path = success ? pathInNewsroom(data.path, folder, data.service) : undefined
    if (!success || !service || path === undefined) return void response.status(400).json({ problems: [] })
    const shown = await inTurn(() => documentOf(service, { path, text: data.text, images: data.images })).catch(
      (error: unknown) => {
        if (error instanceof NewsroomFileError) return { problems: [error.message] }
        throw error
      },
    )
    if (shown === undefined) return sendTooMany(response)
    response.json(shown)
  }

  async function documentOf(service: Service, file: UnsavedFile) {
    const { json, isFrontPage, problems } = await unsaved(service, file)
    // A copy is outside of what is memoised for readers.
    const own = { ...service }
    const content = reader(own)
    const article = isFrontPage ? undefined : await content.unsaved(json)
    if (article && isMissing(article)) return { problems }
    const preview: Preview | undefined = article && { article, output: 'page', style: '' }
    const home = () => content.unsavedHome(json)
    const page = await renderDocument(new URL(article ? DESK_PREVIEW_PATH : '/', originOf(service)), {
      ...portal,
      service: own,
      reader: (of) => (of === own && isFrontPage ? { ...content, home } : reader(of)),
      preview,
    })
    if (page.kind === 'redirect') return { problems }
    if (page.error !== undefined) throw page.error
    return { document: (await page.render()).toString(), problems }
  }

  return [
    ownPagesOnly(services, (response) => void response.json({ problems: [] })),
    perMinute(PREVIEWS_PER_MINUTE, undefined, (response) => sendTooMany(response)),
    onlyTypes(['json']),
    express.json({ limit: MAX_BODY }),
    respond,
  ]
}

function sendTooMany(response: Response): void {
  response.status(429).json({ problems: [] })
}

/** @returns undefined: it is no text of this service */
function pathInNewsroom(path: string, folder: string, service: string): string | undefined {
  const inside = path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path
  const [top, ...rest] = inside.split('/')
  const isFrontPageHere = rest.length === 1 && isFrontPage(rest[0] ?? '')
  return top === 'pages' || (top === service && (rest[0] === 'articles' || isFrontPageHere)) ? inside : undefined
}

/** @returns undefined: too many wait, or this minute's time is spent */
function createTurns(limit: number, mostWaiting: number) {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  let minute = { since: elapsed(), spent: 0 }
  return async <T>(task: () => Promise<T>): Promise<T | undefined> => {
    if (elapsed() - minute.since > MINUTE) minute = { since: elapsed(), spent: 0 }
    if (waiting >= mostWaiting || minute.spent > limit) return undefined
    waiting += 1
    const own = last.then(async () => {
      const since = elapsed()
      try {
        return await task()
      } finally {
        minute.spent += elapsed() - since
        waiting -= 1
      }
    })
    last = own.catch(() => {})
    return own
  }
}
