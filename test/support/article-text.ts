import { JSDOM } from 'jsdom'

/** Parts that are not the article's text in either output: controls, placeholders of third parties, drawings. */
const APPARATUS = [
  'script',
  'style',
  'noscript',
  'form',
  'button',
  '[data-interface]',
  '[role=tooltip]',
  '.embed-box',
  'amp-iframe',
  '[aria-hidden=true]',
  '.chart summary',
  '.shade > summary',
].join(', ')

/** The visible text of an article's body, in order. White space is left out: the two outputs break lines differently. */
export function articleText(html: string): string {
  return compact(bodyOf(html)?.textContent)
}

/** The texts of an article's paragraphs, headings, items, cells and captions; no invitations, no white space. */
export function articleLines(html: string): string[] {
  const body = bodyOf(html)
  for (const invitation of body?.querySelectorAll('.newsletter') ?? []) invitation.remove()
  const lines = body?.querySelectorAll('p, h2, h3, h4, h5, h6, li, th, td, figcaption, pre, cite, summary') ?? []
  return [...lines].map((line) => compact(line.textContent)).filter((line) => line !== '')
}

/** A text without its white space. */
export function compact(text: string | null | undefined): string {
  return (text ?? '').replace(/\s+/g, '')
}

function bodyOf(html: string): Element | null {
  const body = new JSDOM(html).window.document.querySelector('.article-body')
  for (const element of body?.querySelectorAll(APPARATUS) ?? []) element.remove()
  return body
}
