import type { ServerResponse } from 'node:http'
import express, { type RequestHandler, type Router } from 'express'
import type * as z from 'zod'
import { openTag, tag, text } from '../../content/html/markup.ts'
import { forbidCaching } from '../../edge/page-cache/policy.ts'
import type { ContentAccess, Rendering } from '../../http/app-dependencies.ts'
import { exactRouter } from '../../http/exact-router.ts'
import { isBundledLanguage } from '../../languages/language.ts'
import type { Service, Services } from '../../services/service.ts'
import { REVALIDATED } from '../../system/cache-headers.ts'
import { deskConfig } from './config.ts'
import { unsavedPreviews } from './preview.ts'
import { DESK_PATH, DESK_PREVIEW_PATH, NO_EDITOR } from './route-declarations.ts'
import type { Desk } from './settings.ts'

interface DeskPage {
  content: Pick<ContentAccess, 'reader' | 'unsaved'>
  portal: Rendering['portal']
  desk: Desk
  services: Services
  service: string
  folder: string | undefined
  breaking(): Promise<z.ZodType>
}

/** This module is loaded when an editor comes. */
export async function deskRouter(page: DeskPage): Promise<Router> {
  const { desk, services, service, folder, breaking, portal } = page
  const { reader, unsaved } = page.content
  const ordered = servicesOf(services, service)
  const [first] = ordered
  const router = exactRouter()
  router.use(guarded(deskPolicy(desk)))
  if (unsaved) {
    router.post(DESK_PREVIEW_PATH, ...unsavedPreviews({ services, reader, unsaved, portal, folder: desk.folder }))
  }
  if (!first || folder === undefined) {
    router.get(DESK_PATH, (_request, response) => void response.status(503).type('text').send(NO_EDITOR))
    return router
  }
  const { deskWords } = await import('./words.ts')
  const language = isBundledLanguage(first.language) ? first.language : 'en'
  const words = await deskWords(language)
  const document = deskDocument({ language, title: first.title }, words)
  const config = deskConfig({ desk, services: ordered, words, language, breaking: await breaking() })
  router.get(DESK_PATH, (_request, response) => void response.type('html').send(document))
  router.get(`${DESK_PATH}/config.json`, (_request, response) => void response.json(config))
  const setHeaders = (response: ServerResponse): void => void response.setHeader('cache-control', REVALIDATED)
  router.use(DESK_PATH, express.static(folder, { index: false, redirect: false, setHeaders }))
  return router
}

/** The default one first; a service without a URL of its own is a label. */
function servicesOf(services: Services, first: string): Service[] {
  const all = Object.values(services).filter(({ serviceUrl }) => serviceUrl !== undefined)
  return [...all.filter(({ name }) => name === first), ...all.filter(({ name }) => name !== first)]
}

function guarded(policy: string): RequestHandler {
  return (_request, response, next) => {
    forbidCaching(response)
    response.set({
      'content-security-policy': policy,
      'x-robots-tag': 'noindex, nofollow',
      'referrer-policy': 'strict-origin-when-cross-origin',
    })
    next()
  }
}

const APIS: Readonly<Record<NonNullable<Desk['host']>, readonly string[]>> = {
  github: ['https://api.github.com', 'https://www.githubstatus.com'],
  gitlab: ['https://gitlab.com'],
  gitea: [],
  forgejo: [],
  bitbucket: ['https://api.bitbucket.org', 'https://bitbucket.org', 'https://bitbucket.status.atlassian.com'],
}

/** The editor compiles its schema (`unsafe-eval`) and writes its styles into the page. */
function deskPolicy({ host, hostUrl, signInUrl, server }: Desk): string {
  const own = [hostUrl, signInUrl, server].flatMap((url) => (url === undefined ? [] : [new URL(url).origin]))
  const apis = server === undefined && host ? APIS[host] : []
  return [
    "default-src 'none'",
    "script-src 'self' 'unsafe-eval'",
    "script-src-attr 'none'",
    "style-src 'self' 'unsafe-inline'",
    "font-src 'self' data:",
    "img-src 'self' data: blob: https:",
    "media-src 'self' blob: https:",
    ['connect-src', "'self'", 'blob:', 'data:', ...own, ...apis].join(' '),
    "manifest-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

function deskDocument(
  { language, title: name }: Pick<Service, 'language' | 'title'>,
  words: { title: string; noScript: string },
): string {
  const head = tag(
    'head',
    {},
    openTag('meta', { charset: 'utf-8' }),
    openTag('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    openTag('meta', { name: 'robots', content: 'noindex, nofollow' }),
    tag('title', {}, text(`${words.title}: ${name}`)),
    tag('script', { src: `${DESK_PATH}/desk.js`, type: 'module' }),
  )
  const body = tag('body', {}, tag('noscript', {}, text(words.noScript)))
  return `<!doctype html>${tag('html', { lang: language }, head, body)}`
}
