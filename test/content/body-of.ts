import { JSDOM } from 'jsdom'

const { document } = new JSDOM('<!doctype html>').window

/** The body of a page with a piece of HTML in it, as a browser parses it. */
export function bodyOf(html: string): HTMLElement {
  const body = document.createElement('body')
  body.innerHTML = html
  return body
}
