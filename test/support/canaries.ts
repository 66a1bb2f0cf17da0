import type { PortalProcess } from './process.ts'

/** Requests with what no log may have: a reader's words, e-mail addresses and tokens, in every spelling of a path (OBS-47). */

/** In each of them, in one case or another. */
const STEM = 'zxkanar'
const EMAIL = `${STEM}@poczta.example`
const TOKEN = 'zxKanarAb12Cd34Ef56Gh7'
const READER_IP = '203.0.113.177'
const READER_HEADERS = {
  'x-forwarded-for': READER_IP,
  referer: `https://gdzie-indziej.example/?q=${STEM}`,
  cookie: `sesja=${STEM}`,
  'user-agent': `Mozilla/5.0 ${STEM}`,
}

const escaped = (text: string): string => [...text].map((sign) => `%${sign.charCodeAt(0).toString(16)}`).join('')
const twice = (text: string): string => text.replaceAll('%', '%25')

/** A path whose last segment a reader has, spelled in many ways. */
const spellings = (folder: string, last: string): string[] => {
  const [, first = '', ...rest] = folder.split('/')
  const tail = [...rest, last].join('/')
  return [
    `${folder}/${last}`,
    `${folder.toUpperCase()}/${last}`,
    `/${escaped(first)}/${tail}`,
    `/${twice(escaped(first))}/${tail}`,
    `//${first}//${tail}//`,
    `/x/../${first}/./${tail}`,
    `${folder}%2F${last}`,
    `${folder}/${twice(escaped(last))}/`,
    `/wp-json/amp/v2/post${folder}/${last}`,
    `/fragment/${escaped(first)}/${tail}`,
    `/amp${folder}/${last}`,
    `${folder}/${last}?${STEM}=${STEM}`,
    `${folder}/${last}%3F${STEM}`,
  ]
}

const PATHS = [
  ...spellings('/search', STEM),
  ...spellings('/search', `${STEM}%20i%20inne`),
  ...['potwierdz', 'wypisz', 'ustawienia'].flatMap((page) => spellings(`/newsletter/${page}`, TOKEN)),
  ...spellings('/newsletter', TOKEN),
  ...spellings('/tag', EMAIL),
  ...spellings('/author', escaped(EMAIL)),
  ...spellings('/2026/01', TOKEN),
  `/search?s=${STEM}&page=2`,
  `/search?page=${STEM}&q=${STEM}&w=${STEM}`,
  `/?s=${STEM}&newsletter=${STEM}`,
  `/2026/01/artykul-1?s=${STEM}&token=${TOKEN}`,
  `/api/search?s=${STEM}&q=${STEM}`,
  `/api/suggest?q=${STEM}&s=${STEM}`,
  `/preview/7?expires=1&signature=${TOKEN}`,
  `/preview/${TOKEN}?expires=1&signature=${TOKEN}`,
  `/api/comments?article=${escaped(`/newsletter/potwierdz/${TOKEN}`)}`,
  `/api/comments?article=/${EMAIL}&reply=1`,
  `/api/oembed?url=${encodeURIComponent(`https://akademia.example/search/${STEM}?s=${STEM}`)}`,
  `/api/getScrollPosts?after=${STEM}`,
  `/api/feed/comments-rss?article=/${EMAIL}`,
]

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const JSON_TYPE = { 'content-type': 'application/json' }
const POSTS: Array<[path: string, headers: Record<string, string>, body: string]> = [
  ['/api/sare/', JSON_TYPE, JSON.stringify({ email: EMAIL, consent: true, from: `/${STEM}` })],
  ['/api/sare/', JSON_TYPE, `{"email":"${EMAIL}" ${STEM}`],
  ['/api/sare/', FORM, `email=${escaped(EMAIL)}&consent=on`],
  ['/api/comments', FORM, `article=/2026/01/artykul-1&author=${STEM}&email=${EMAIL}&comment=${STEM}`],
  ['/api/forms', FORM, `article=/2026/01/artykul-1&form=1&your-name=${STEM}&your-email=${EMAIL}`],
  [`/newsletter/wypisz/${TOKEN}`, FORM, 'List-Unsubscribe=One-Click'],
]

/**
 * Sends them all, some at a time.
 * @param round makes paths that no round before has had, and that are not cached
 */
export async function sendCanaries(portal: PortalProcess, round = ''): Promise<void> {
  const asks = [
    ...PATHS.map((path) => path.replaceAll(STEM, STEM + round).replaceAll(TOKEN, TOKEN + round)).map(
      (path) => () => portal.ask(path, { headers: READER_HEADERS }),
    ),
    ...POSTS.map(
      ([path, headers, body]) =>
        () =>
          portal.ask(path, { method: 'POST', headers: { ...READER_HEADERS, ...headers }, body }),
    ),
  ]
  const sendNext = async (): Promise<void> => {
    for (let ask = asks.shift(); ask; ask = asks.shift()) await ask().catch(() => {})
  }
  await Promise.all(Array.from({ length: 8 }, sendNext))
}

/** Lines of everything that the portal printed that have one of them, however it is encoded. */
export function canariesIn({ output, complaints }: Pick<PortalProcess, 'output' | 'complaints'>): string[] {
  return `${output}\n${complaints}`.split('\n').filter((line) => {
    let text = line
    for (let round = 0; round < 8; round += 1) {
      if (text.toLowerCase().includes(STEM) || text.includes(READER_IP)) return true
      text = text.replaceAll(/%([0-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    }
    return false
  })
}
