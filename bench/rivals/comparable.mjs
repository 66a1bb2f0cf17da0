/** Whether a page is as much work as the portal's: as much text for the reader, about as many elements. */
import { parse } from 'parse5'
import { ask } from '../load.mjs'

const MAX_TEXT_DIFFERENCE = 0.03
const MAX_ELEMENTS_DIFFERENCE = 0.25
const UNREAD = new Set(['script', 'style', 'template'])

/**
 * @param subjects by name, with headers of the request if it needs any; the others are compared with the one named `portal`
 * @returns what each page weighs
 * @throws when they cannot be compared
 */
export async function weighAll(subjects) {
  const weights = {}
  for (const [name, { url, headers }] of Object.entries(subjects)) {
    weights[name] = weigh((await ask(url, headers)).body.toString())
  }
  for (const [name, weight] of Object.entries(weights)) requireComparable(name, weight, weights.portal)
  return weights
}

/** @returns bytes of the document and of the text in its body, and its elements */
function weigh(html) {
  let [elements, text] = [0, '']
  const walk = (node, isInBody) => {
    if ('tagName' in node) elements += 1
    if (node.nodeName === '#text' && isInBody) text += node.value
    if (UNREAD.has(node.tagName)) return
    for (const child of node.childNodes ?? []) walk(child, isInBody || node.tagName === 'body')
  }
  walk(parse(html), false)
  return { bytes: Buffer.byteLength(html), text: Buffer.byteLength(text.replace(/\s+/g, ' ').trim()), elements }
}

function requireComparable(name, page, portal) {
  const isFar = (key, limit) => Math.abs(page[key] / portal[key] - 1) > limit
  if (isFar('text', MAX_TEXT_DIFFERENCE)) {
    throw new Error(`${name} has ${page.text} bytes of text, the portal ${portal.text}: not the same article`)
  }
  if (isFar('elements', MAX_ELEMENTS_DIFFERENCE)) {
    throw new Error(`${name} has ${page.elements} elements, the portal ${portal.elements}: not the same page`)
  }
}
