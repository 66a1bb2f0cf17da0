import { JSDOM } from 'jsdom'
import { hasClass, missingWords, visibleWords } from './visible-text.ts'

const parser = new new JSDOM().window.DOMParser()
const parse = (html: string): Document => parser.parseFromString(html, 'text/html')

/** What an output must have of a piece of HTML. */
export interface Contents {
  words: string[]
  /** Pages that it links to, without those of its images and files. */
  links: Set<string>
  /** Names of images, sounds, videos, subtitles and files to download, without their endings. */
  files: Set<string>
}

/** URLs of frames and of embeds stand in the text; menus are lists of links. */
const isApparatus = (element: Parameters<typeof hasClass>[0]): boolean => hasClass(element, 'wp-block-embed__wrapper')
const FILE = /\.(?:jpe?g|png|gif|webp|avif|svg|mp3|m4a|ogg|oga|wav|mp4|m4v|webm|ogv|vtt|pdf)(?:\.webp)?$/i
/** Attributes of elements that have URLs of files. */
const FILE_ATTRIBUTES = ['src', 'poster', 'artwork', 'href', 'data']
/** WordPress' own images where a recording has none. */
const STOCK = /\/wp-includes\//

/**
 * @param html as WordPress renders it, or one of the portal's outputs
 * @param base of its relative URLs; files and pages are compared without the names of hosts of the site
 */
export function contentsOf(html: string, base: string): Contents {
  const document = parse(html.replaceAll('</a><a ', '</a> <a '))
  // Lists of links for browsers without a script, where there is one.
  for (const script of document.querySelectorAll('.wp-playlist-script'))
    script.parentElement?.querySelector('noscript')?.remove()
  const [links, files] = [new Set<string>(), new Set<string>()]
  const take = (written: string, isLink: boolean): void => {
    const url = URL.parse(written, base)
    if (!url || STOCK.test(url.pathname)) return
    if (FILE.test(url.pathname)) files.add(stemOf(url))
    else if (isLink) links.add(pageOf(url))
  }
  for (const element of document.querySelectorAll('*')) {
    const isLink = element.tagName === 'A'
    for (const name of FILE_ATTRIBUTES) {
      const written = element.getAttribute(name)
      if (written) take(written, isLink)
    }
    if (element.matches('iframe, amp-iframe, amp-youtube, amp-vimeo, amp-twitter')) links.add(embedKey(element))
  }
  for (const option of document.querySelectorAll('option:not([value=""])'))
    take(option.getAttribute('value') ?? '', true)
  for (const script of document.querySelectorAll('script.wp-playlist-script')) {
    for (const [url] of (script.textContent ?? '').replaceAll('\\/', '/').matchAll(/https?:\/\/[^"\\\s]+/g))
      take(url, false)
  }
  // The two links of a file have nothing between them; the choices of a menu are items of a list.
  const text = document.body.innerHTML.replace(/<option /g, '<p ').replace(/<\/?select/g, '<div')
  const words = visibleWords(text, isApparatus)
  return { words: words.map((word) => word.replace(/[^\p{L}\p{N}]/gu, '')).filter((word) => word !== ''), links, files }
}

/** What of one piece another one lacks, in words. */
export function lossesOf(wanted: Contents, actual: Contents): string[] {
  return [
    ...missingWords(wanted.words, actual.words).map((word) => `the word ${word}`),
    ...[...wanted.links].filter((link) => !actual.links.has(link)).map((link) => `the link ${link}`),
    ...[...wanted.files].filter((file) => !actual.files.has(file)).map((file) => `the file ${file}`),
  ]
}

function stemOf({ pathname }: URL): string {
  const name = pathname.slice(pathname.lastIndexOf('/') + 1).replace(/(?<=\.[a-z]{3,4})\.webp$/, '')
  return decodeURIComponent(name.replace(/(\.[a-z0-9]+)$/, '').replace(/-\d+x\d+$/, ''))
}

const SITE = /^https:\/\/(?:cms|akademia)\.szpalta\.test$/

/** A page in one form: WordPress and the portal have other words for the same lists and places. */
function pageOf(url: URL): string {
  if (!SITE.test(url.origin)) return embedId(url) ?? url.href.replace(/\/$/, '')
  const path = url.pathname
    .replace(/\/$/, '')
    .replace(/^\/category\/(?:.*\/)?([^/]+)$/, '/kategoria/$1')
    .replace(/\/(?:test|wpis)?$/, '')
  // A place in the text: of the document itself.
  if (/^#(?!comment|komentarz)/.test(url.hash)) return url.hash
  return `${path}${url.hash.replace('#comment-', '#komentarz-')}`
}

function embedKey(element: Element): string {
  const id = element.getAttribute('data-videoid') ?? element.getAttribute('data-tweetid')
  if (id) return id
  const url = URL.parse(element.getAttribute('src') ?? '')
  return url ? (embedId(url) ?? url.href) : ''
}

/** The id of a video or of a post of a provider. */
function embedId(url: URL): string | undefined {
  const inPath = /\/(?:embed|video|status)\/([\w-]{8,25})|^\/(\d{8})$/.exec(url.pathname)
  return /youtu|vimeo|twitter|^x\.com|\.x\.com/.test(url.host)
    ? (url.searchParams.get('v') ?? inPath?.[1] ?? inPath?.[2] ?? undefined)
    : undefined
}
