import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import * as z from 'zod'
import { attribute, elementsNamed, parseHtml } from '../../../src/content/html/tree.ts'
import { type MediaFile, mediaFileOf, type RemoteMedia, uploadPath } from '../../../src/content/remote-media.ts'
import { ImageError } from '../../../src/media/header.ts'
import { imageHeader, MAX_FILE_BYTES } from '../../../src/media/image-header.ts'
import { download } from '../../../src/media/remote/download.ts'
import { plainKind } from '../../../src/media/remote/file-type.ts'
import type { MediaClient } from '../../../src/media/remote/media-client.ts'
import { readRegularFile } from '../../../src/system/files.ts'
import { fetchRest, jsonOf, type SiteResponse } from '../fetch-once.ts'
import { type Check, type Finding, good, weak } from '../run-checks.ts'

const [PER_AGE, MAX_TRIED] = [3, 24]
const MAX_NAMED = 5
const FILE = /\.(?:pdf|docx?|xlsx?|pptx?|zip|mp3|mp4|m4a|m4v|mov|ogg|wav|webm)$/i

const posts = z.array(
  z.object({
    link: z.string().catch(''),
    content: z.object({ rendered: z.string() }).catch({ rendered: '' }),
    _embedded: z
      .object({ 'wp:featuredmedia': z.array(z.object({ source_url: z.string() }).partial()).catch([]) })
      .partial()
      .optional()
      .catch(undefined),
  }),
)

/**
 * Samples the oldest, middle and newest articles (IMG-25).
 * @param maxMemory for one image. Bytes
 */
export function mediaChecks(url: string, media: RemoteMedia, client: MediaClient, maxMemory: number): Check[] {
  return [{ title: `Sampling the media of ${url}`, run: () => sampled(url, media, client, maxMemory) }]
}

async function sampled(url: string, settings: RemoteMedia, client: MediaClient, maxMemory: number): Promise<Finding> {
  const images = new Map<string, MediaFile>()
  const unlisted = new Map<string, string>()
  const files = new Map<string, string>()
  let articles = 0
  const sample = await articlesOf(url)
  // The hosts that the portal learns are the site's own.
  const linkHosts = new Set(sample.map(({ link }) => URL.parse(link)?.host ?? ''))
  const own = { ...settings.own, hasLinksOn: (host: string) => linkHosts.has(host) }
  const media = { ...settings, own, sites: [own, ...settings.sites.filter((site) => site !== settings.own)] }
  for (const { html } of sample) {
    articles += 1
    for (const { written, isFile } of mediaIn(html)) {
      const absolute = URL.parse(written, url)
      if (!absolute || !/^https?:$/.test(absolute.protocol)) continue
      const file = isFile ? undefined : mediaFileOf(absolute, media)
      if (file) images.set(absolute.href, file)
      else if (!isFile) unlisted.set(absolute.hostname, absolute.href)
      else if (uploadPath(absolute, media) === undefined) files.set(absolute.hostname, absolute.href)
    }
  }
  const broken = await brokenOf([...images].slice(0, MAX_TRIED), client, maxMemory)
  const sampledWords = `${articles} of the oldest, middle and newest articles: ${images.size} images come through the portal`
  const says = [
    ...(unlisted.size > 0
      ? [`Images on ${named([...unlisted.keys()])} keep their URLs, in one size (for example ${firstOf(unlisted)}).`]
      : []),
    ...(broken.length > 0
      ? [`${broken.length} of them cannot be had or shown and are placeholders: ${named(broken)}.`]
      : []),
    ...(files.size > 0 ? [`Files on ${named([...files.keys()])} stay there.`] : []),
  ]
  if (unlisted.size === 0 && broken.length === 0) return good([`${sampledWords}.`, ...says].join(' '))
  const fixes = [
    ...(unlisted.size > 0 ? ['List hosts of the publisher’s own in MEDIA_HOSTS, and leave others out.'] : []),
    ...(broken.length > 0
      ? [
          'Open the named URLs in a browser: are the images still there? One that takes too much needs MEDIA_MEMORY_MB, or a smaller file.',
        ]
      : []),
  ]
  return weak([`${sampledWords}.`, ...says].join(' '), fixes.join(' '))
}

async function articlesOf(url: string): Promise<Array<{ link: string; html: string }>> {
  const ask = (query: string): Promise<SiteResponse> =>
    fetchRest(
      url,
      'wp/v2/posts',
      `_fields=link,content.rendered,_links.wp:featuredmedia&_embed=wp:featuredmedia&per_page=${PER_AGE}${query}`,
    )
  const newest = await ask('')
  const pages = Math.ceil(Number(newest.headers.get('x-wp-total') ?? 0) / PER_AGE)
  const others =
    pages > 1 ? [await ask('&order=asc'), ...(pages > 2 ? [await ask(`&page=${Math.ceil(pages / 2)}`)] : [])] : []
  return [newest, ...others].flatMap((response) => {
    const parsed = posts.safeParse(jsonOf(response))
    return (parsed.success ? parsed.data : []).map(({ link, content, _embedded }) => {
      const featured = (_embedded?.['wp:featuredmedia'] ?? []).flatMap(({ source_url: one }) => one ?? [])
      return {
        link,
        html: featured.map((one) => `<img src="${one.replaceAll('"', '%22')}">`).join('') + content.rendered,
      }
    })
  })
}

function mediaIn(html: string): Array<{ written: string; isFile: boolean }> {
  const nodes = parseHtml(html)
  const images = elementsNamed(nodes, 'img').map((image) => ({ written: attribute(image, 'src') ?? '', isFile: false }))
  const players = elementsNamed(nodes, 'audio', 'video', 'source').map((player) => attribute(player, 'src') ?? '')
  const links = elementsNamed(nodes, 'a').map((anchor) => attribute(anchor, 'href') ?? '')
  const files = [...players, ...links.filter((href) => FILE.test(href.split(/[?#]/, 1)[0] ?? ''))]
  return [...images, ...files.map((written) => ({ written, isFile: true }))].filter(
    ({ written }) => written !== '' && !written.startsWith('data:'),
  )
}

async function brokenOf(
  images: ReadonlyArray<[url: string, file: MediaFile]>,
  client: MediaClient,
  maxMemory: number,
): Promise<string[]> {
  const broken: string[] = []
  for (const [url, file] of images) {
    const reason = await download(client, file)
      .then((downloaded) => {
        if (downloaded && !plainKind(downloaded.body, file.path)) imageHeader(downloaded.body, maxMemory)
        return undefined
      })
      .catch((error: unknown) => (error instanceof Error ? error.message : String(error)))
    if (reason !== undefined) broken.push(`${url} (${reason})`)
  }
  return broken
}

function named(items: readonly string[]): string {
  const rest = items.length - MAX_NAMED
  return `${items.slice(0, MAX_NAMED).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
}

function firstOf(urls: ReadonlyMap<string, string>): string {
  return [...urls.values()][0] ?? ''
}

const PLACE = /^\d{4}[\\/]\d{2}[\\/][a-z0-9-]+\.(?:webp|jpe?g|png|avif)$/
const MAX_READ = 2000
const MAX_NAMED_FILES = 10

/**
 * Finds images that the portal does not show (COST-72).
 * @param maxMemory for one image. Bytes
 */
export function newsroomImageChecks(folder: string, maxMemory: number): Check[] {
  return [{ title: 'Looking at the images of the newsroom', run: () => looked(folder, maxMemory) }]
}

async function looked(folder: string, maxMemory: number): Promise<Finding> {
  const all = await readdir(folder, { recursive: true }).catch(() => [])
  const names = all.filter((name) => PLACE.test(name)).toSorted((a, b) => b.localeCompare(a))
  const refused: string[] = []
  for (const name of names.slice(0, MAX_READ)) {
    const reason = await refusal(join(folder, name), maxMemory)
    if (reason !== undefined) refused.push(`${relative(folder, join(folder, name))}: ${reason}`)
  }
  const read = Math.min(names.length, MAX_READ)
  if (refused.length === 0) return good(`${read} images of the newsroom can be shown.`)
  const rest = refused.length - MAX_NAMED_FILES
  const named = [...refused.slice(0, MAX_NAMED_FILES), ...(rest > 0 ? [`${rest} more`] : [])]
  return weak(
    `${refused.length} of ${read} images of the newsroom are placeholders:\n     ${named.join('\n     ')}`,
    'Save them smaller or as another format, or raise MEDIA_MEMORY_MB where there is the memory.',
  )
}

async function refusal(file: string, maxMemory: number): Promise<string | undefined> {
  try {
    imageHeader(await readRegularFile(file, MAX_FILE_BYTES), maxMemory)
    return undefined
  } catch (error) {
    return error instanceof ImageError ? error.message : 'a file that cannot be read'
  }
}
