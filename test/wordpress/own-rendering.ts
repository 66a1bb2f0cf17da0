import { JSDOM } from 'jsdom'
import { LEFT_OUT_CLASSES } from '../../src/content/normalise/core-blocks.ts'
import { hasClass, type visibleWords, wordsInClass } from '../support/visible-text.ts'

type Skip = NonNullable<Parameters<typeof visibleWords>[1]>

/**
 * Parts of WordPress' own page that are not text of the post: URLs of embeds, links to the post's other pages, and
 * calendars, which show the month of their page. Also blocks that the portal leaves out.
 */
const APPARATUS = ['wp-block-embed__wrapper', 'post-nav-links', 'wp-block-calendar', ...LEFT_OUT_CLASSES]
const isApparatus: Skip = (element) => APPARATUS.some((name) => hasClass(element, name)) || isBareUrl(element)

/** A URL alone in its paragraph, which WordPress embeds where it reaches the provider: here it does not. */
function isBareUrl({ tagName, childNodes: [only, ...others] }: Parameters<Skip>[0]): boolean {
  return (
    tagName === 'p' &&
    others.length === 0 &&
    only !== undefined &&
    'value' in only &&
    /^\s*https?:\/\/\S+\s*$/.test(only.value)
  )
}

/**
 * The words of a post as WordPress itself shows it to a visitor, on all of its pages.
 * @param link permalink
 */
export async function ownWords(link: string): Promise<string[]> {
  const first = await pageOf(link)
  const pages = [...new JSDOM(first, { url: link }).window.document.querySelectorAll('.post-nav-links a')]
  const further = await Promise.all(pages.map((anchor) => pageOf((anchor as HTMLAnchorElement).href)))
  // A post without a text has no place for it.
  return plainWords([first, ...further].flatMap((page) => wordsInClass(page, 'entry-content', isApparatus) ?? []))
}

/** File names, without their endings, of all media in a post as WordPress itself shows it, on all of its pages. */
export async function ownMedia(link: string): Promise<Set<string>> {
  const { document } = new JSDOM(await pageOf(link), { url: link }).window
  return mediaIn(document.querySelector('.entry-content') ?? document.createElement('div'))
}

/** File names, without their endings, of images, sounds, videos, their subtitles, and files to download. */
export function mediaIn(element: ParentNode): Set<string> {
  const urls = [...element.querySelectorAll(MEDIA)].flatMap((one) =>
    ['src', 'poster', 'href'].flatMap((name) => one.getAttribute(name) ?? []),
  )
  return new Set(urls.filter((url) => !NO_MEDIA.test(url)).map(stemOf))
}

/** Portraits, and what a lazy loader shows until an image comes. */
const NO_MEDIA = /gravatar\.com|^data:|\/blank\.gif$/

const FILES = ['pdf', 'mp3', 'mp4', 'vtt']
const MEDIA = [
  'img, audio, video, source, track, amp-img, amp-audio, amp-video',
  ...FILES.map((ending) => `a[href*=".${ending}"]`),
].join(', ')

function stemOf(url: string): string {
  // The portal's resizer adds an ending of its own.
  const name = url
    .replace(/[?#].*$/, '')
    .replace(/^.*\//, '')
    .replace(/(?<=\.[a-z]{3,4})\.webp$/, '')
  return decodeURIComponent(name.replace(/\.[a-z0-9]+$/, '').replace(/-\d+x\d+$/, ''))
}

/** The words of one of the portal's pages, for the comparison with WordPress' own. */
export function portalWords(html: string): string[] | undefined {
  const words = wordsInClass(html, 'article-body')
  return words && plainWords(words)
}

/** Paths of the posts in a list of WordPress. */
export async function listedPaths(link: string): Promise<string[]> {
  const { document } = new JSDOM(await pageOf(link), { url: link }).window
  const anchors = [...document.querySelectorAll('.wp-block-post-title a')]
  return anchors.map((anchor) => new URL((anchor as HTMLAnchorElement).href).pathname)
}

async function pageOf(link: string): Promise<string> {
  const response = await fetch(link)
  if (response.status !== 200) throw new Error(`WordPress answers ${response.status} at ${link}`)
  // The two links of a file have nothing between them.
  return (await response.text()).replaceAll('</a><a ', '</a> <a ')
}

/**
 * Only letters and digits: WordPress replaces typed quotes, dashes and signs with typographic ones, and the portal does
 * not where it renders the blocks itself.
 */
export function plainWords(words: readonly string[]): string[] {
  return words
    .map((word) => word.replace(/(?<=\d)×(?=\d)/g, 'x').replace(/[^\p{L}\p{N}]/gu, ''))
    .filter((word) => word !== '')
}
