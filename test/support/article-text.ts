import { JSDOM } from 'jsdom'

/** What a reader of either output does not take for the article: controls, what stands in for third parties, drawings. */
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
  const { document } = new JSDOM(html).window
  const body = document.querySelector('.article-body')
  if (!body) return ''
  for (const element of body.querySelectorAll(APPARATUS)) element.remove()
  return (body.textContent ?? '').replace(/\s+/g, '')
}
