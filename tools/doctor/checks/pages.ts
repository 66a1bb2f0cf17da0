import { isChannelUrl } from '../../../src/content/embeds.ts'
import type { Service } from '../../../src/services/service.ts'
import { fetchOnce, type SiteResponse } from '../fetch-once.ts'
import { bad, type Check, type Finding, good, weak } from '../run-checks.ts'

const MAX_IMAGES = 5
const MIN_WORDS = 5

const WHERE_IMAGES_ARE =
  'Open that URL in a browser. With CDN_URL, images are requested there by year, month and name, with the extension .webp (CDN_TEMPLATE says how a width is requested): does it have them there? Without CDN_URL, they are where the CMS says.'

export interface RunningPortal {
  origin: string
  publicOrigins: ReadonlySet<string>
}

const ARTICLE_MAPS = '/sitemap-articles-'

function placesIn(xml: string): URL[] {
  return xml
    .split('<loc>')
    .slice(1)
    .flatMap((part) => URL.parse((part.split('</loc>', 1)[0] ?? '').replaceAll('&amp;', '&')) ?? [])
}

/** @param start starts the portal; called once */
export function pageChecks(start: () => Promise<RunningPortal>): Check[] {
  let portal: RunningPortal | undefined
  let article = ''
  const get = async (path: string): Promise<SiteResponse> => fetchOnce(`${portal?.origin ?? ''}${path}`)
  return [
    {
      title: 'Making the home page',
      isGround: true,
      async run() {
        portal = await start()
        const { status } = await get('/')
        if (status === 200) return good('The portal makes its home page.')
        return bad(
          `The home page answers HTTP ${status}.`,
          'Start the portal with LOG_LEVEL=debug and look for the first line of level 50.',
        )
      },
    },
    {
      title: 'Looking for the newest article',
      isGround: true,
      async run() {
        // Their names sort by month (MAP-16).
        const maps = placesIn((await get('/sitemap.xml')).text).map(({ pathname }) => pathname)
        const newest = maps
          .filter((path) => path.startsWith(ARTICLE_MAPS))
          .sort()
          .at(-1)
        const [url] = newest === undefined ? [] : placesIn((await get(newest)).text)
        if (!url) return bad('The portal finds no article.', 'Publish one in the CMS, and run this again.')
        article = url.pathname
        return good(`The newest article is ${article}.`)
      },
    },
    { title: 'Making it as a page', run: async () => asPage(await get(article), article) },
    { title: 'Making it as AMP', run: async () => asAmp(await get(`/wp-json/amp/v2/post${article}`), article) },
    {
      title: 'Fetching its images',
      run: async () => images((await get(article)).text, portal ?? { origin: '', publicOrigins: new Set() }),
    },
  ]
}

function asPage({ status, text }: SiteResponse, path: string): Finding {
  if (status !== 200) {
    return bad(
      `${path} answers HTTP ${status}.`,
      'Start the portal with LOG_LEVEL=debug, open that page, and read its log.',
    )
  }
  const words = wordsOf(text)
  if (words >= MIN_WORDS) return good(`As a page it has ${words} words.`)
  return weak(
    `As a page it has ${words} words.`,
    'Open the article in the CMS: is its text in the main field of the editor?',
  )
}

function asAmp({ status, headers, text }: SiteResponse, path: string): Finding {
  if (status === 301) return good(`It has no AMP document by design: AMP sends readers to ${headers.get('location')}.`)
  const isAmp = /<html[^>]*\s(?:⚡|amp)(?=[\s>=])/.test(text) && text.includes('https://cdn.ampproject.org/v0.js')
  if (status === 200 && isAmp) return good(`As AMP it has ${wordsOf(text)} words.`)
  return bad(
    `/wp-json/amp/v2/post${path} answers HTTP ${status}, and no AMP document.`,
    'Start the portal with LOG_LEVEL=debug, open that URL, and read its log.',
  )
}

function wordsOf(html: string): number {
  const body = /<div[^>]*\bclass="[^"]*\barticle-body\b[\s\S]*?(?=<footer|<\/main>)/.exec(html)?.[0] ?? ''
  const text = body.replace(/<(script|style|noscript)\b[\s\S]*?<\/\1>/g, ' ').replace(/<[^>]*>/g, ' ')
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length
}

async function images(html: string, { origin, publicOrigins }: RunningPortal): Promise<Finding> {
  const main = /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? ''
  const written = [...main.matchAll(/<img\b[^>]*?\ssrc="([^"]+)"/g)].map(([, src = '']) => src.replaceAll('&amp;', '&'))
  const sources = [...new Set(written)].filter((src) => !src.startsWith('data:')).slice(0, MAX_IMAGES)
  if (sources.length === 0)
    return weak(
      'The article has no image, so none could be tried.',
      'Give the newest article a featured image, and run this again.',
    )
  const tried = await Promise.all(
    sources.map(async (src) => {
      const url = new URL(src, origin)
      const own = publicOrigins.has(url.origin) ? `${origin}${url.pathname}${url.search}` : url.href
      const reason = await imageProblem(own)
      return reason === undefined ? [] : [`${url.origin === origin ? src : url.href} (${reason})`]
    }),
  )
  const broken = tried.flat()
  if (broken.length === 0) return good(`Its images load (${sources.length} tried).`)
  const says = `${broken.length} of ${sources.length} images do not load: ${broken[0]}.`
  return broken.length < sources.length ? weak(says, WHERE_IMAGES_ARE) : bad(says, WHERE_IMAGES_ARE)
}

async function imageProblem(url: string): Promise<string | undefined> {
  const { status, headers } = await fetchOnce(url, { accept: 'image/avif,image/webp,image/*' }).catch(
    (error: Error) => ({
      status: error.message,
      headers: new Headers(),
    }),
  )
  if (status !== 200) return typeof status === 'number' ? `HTTP ${status}` : status
  const type = headers.get('content-type') ?? 'no type'
  return type.startsWith('image/') ? undefined : type
}

const SUBSCRIBE_LINK = /<section class="channel-box">.*?<a class="button" href="([^"]*)"/s

/** Checks a box without a channel of the service's own (CARD-32). */
export function channelChecks({ youtubeChannel }: Service, start: () => Promise<RunningPortal>): Check[] {
  if (youtubeChannel !== undefined) return []
  return [{ title: 'Looking where the channel box leads', run: async () => channelBox(await start()) }]
}

async function channelBox({ origin }: RunningPortal): Promise<Finding> {
  const { text } = await fetchOnce(`${origin}/`)
  const link = SUBSCRIBE_LINK.exec(text)?.[1]?.replaceAll('&amp;', '&')
  if (link === undefined) return good('The home page has no channel box.')
  if (isChannelUrl(link)) return good(`The channel box leads to ${link}.`)
  return weak(
    `The button of the channel box leads to ${link}, which is no channel.`,
    "Name the channel in the service's file, as channel of youtube, or give the box the channel's URL in place of a video's.",
  )
}
