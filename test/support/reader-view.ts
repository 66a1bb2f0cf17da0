import { Readability } from '@mozilla/readability'
import { JSDOM } from 'jsdom'
import { compact } from './article-text.ts'

/** What a page shows as its article, in kinds: each is looked for in the reader view. */
const KINDS = {
  'code blocks': 'pre',
  tables: 'table',
  captions: 'figcaption',
  'list items': 'li',
  quotes: 'blockquote',
  headings: 'h2, h3, h4',
  paragraphs: 'p',
  images: 'img',
  recordings: 'audio, video',
  corrections: '.correction',
  'live updates': '.live-update',
  offers: '.offer-box, .offers',
} as const
export type Kind = keyof typeof KINDS | 'lead images'

/** Controls, drawings, invitations and what a provider would show. */
const APPARATUS =
  '[data-interface], [aria-hidden=true], [hidden], button, form, script, style, link, nav, .ad, .newsletter, .embed-box'
/** What stands around the text. */
const SURROUNDINGS =
  '.share, .ad, .newsletter, .onward, .read-next, .header-tools, .author-note, .most-read, .comments, .quick-links, ' +
  '.contents, .article-footer, [data-further], body > header, body > footer'

export interface ReaderView {
  /** Of each kind: how many a reader view has, of how many. */
  counts: Record<Kind, [kept: number, all: number]>
  /** What it lacks, and what of the surroundings it has. */
  problems: string[]
  content: Document
}

/** A page in the reader view of a browser (Firefox's own program), compared with the page. */
export function readerView(html: string, url: string): ReaderView {
  const page = new JSDOM(html, { url }).window.document
  const read = new JSDOM(html, { url }).window.document
  const around = [...read.querySelectorAll(SURROUNDINGS)].filter((element) => !element.querySelector('.article-body'))
  // The text may have the words of a tag too: marks say whether the element itself is there.
  for (const [index, element] of around.entries()) element.append(markOf(index))
  const parsed = new Readability(read).parse()
  const content = new JSDOM(parsed?.content ?? '', { url }).window.document
  const words = compact(content.body.textContent)
  const files = [...content.querySelectorAll('img, audio, video, source')].map((element) => fileOf(element, url))
  const body = page.querySelector('.article-body')
  const problems = around.flatMap((element, index) =>
    words.includes(markOf(index)) ? [`shows ${element.className || element.localName}`] : [],
  )
  const counts = Object.fromEntries(
    ['lead images', ...Object.keys(KINDS)].map((kind) => [kind, [0, 0]]),
  ) as ReaderView['counts']
  const expectKept = (kind: Kind, isKept: boolean, what: string): void => {
    const [kept, all] = counts[kind]
    counts[kind] = [kept + (isKept ? 1 : 0), all + 1]
    if (!isKept) problems.push(`lacks of ${kind}: ${what.slice(0, 60)}`)
  }
  const hero = page.querySelector('.hero img')
  if (hero) expectKept('lead images', files.includes(fileOf(hero, url)), fileOf(hero, url))
  const copies = [...content.querySelectorAll('img')].filter(
    (image) => hero && fileOf(image, url) === fileOf(hero, url),
  )
  const inText = [...page.querySelectorAll('.article-body img:not(.lead-copy img)')]
  if (hero && copies.length > 1 + inText.filter((image) => fileOf(image, url) === fileOf(hero, url)).length)
    problems.push('shows the lead image twice')
  const caption = page.querySelector('.hero figcaption')
  if (caption) expectKept('captions', words.includes(compact(caption.textContent)), caption.textContent ?? '')
  for (const element of body?.querySelectorAll(APPARATUS) ?? []) element.remove()
  for (const [kind, selector] of Object.entries(KINDS) as Array<[Kind, string]>) {
    for (const element of body?.querySelectorAll(selector) ?? []) {
      const file = fileOf(element.matches('audio, video') ? (element.querySelector('source') ?? element) : element, url)
      const text = compact(element.textContent)
      const isKept = element.matches('img, audio, video') ? files.includes(file) : words.includes(text)
      expectKept(kind, isKept, text || file)
    }
  }
  return { counts, problems, content }
}

function markOf(index: number): string {
  return `⟦${index}⟧`
}

function fileOf(element: Element, url: string): string {
  return new URL(element.getAttribute('src') ?? '', url).pathname
}
