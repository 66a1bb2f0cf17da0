import { JSDOM } from 'jsdom'

const { document } = new JSDOM('<!doctype html>').window

/** What a browser makes of a piece of HTML that stands in a page's body. */
export function bodyOf(html: string): HTMLElement {
  const body = document.createElement('body')
  body.innerHTML = html
  return body
}
