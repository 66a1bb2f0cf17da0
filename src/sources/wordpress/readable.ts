import { html as dialect, defaultTreeAdapter as tree } from 'parse5'
import { attribute, classesOf, elementsNamed, type HtmlElement, textOf, visit } from '../../content/html/tree.ts'
import { LEFT_OUT_CLASSES } from '../../content/normalise/core-blocks.ts'
import type { Steps } from '../../system/steps.ts'

/** Changes WordPress' rendering in place for an article. */
export function* readable(element: HtmlElement): Steps<HtmlElement> {
  yield* choicesAsLists(element)
  leaveOutPortraits(element)
  leaveOutControls(element)
  return element
}

/** Makes select menus lists of links after their label, as a script would open the selected link. */
function* choicesAsLists(element: HtmlElement): Steps<void> {
  for (const select of elementsNamed(element.childNodes, 'select')) {
    // Fields of a form stay (`forms.ts`).
    if ((attribute(select, 'class') ?? '').includes('wpcf7-')) continue
    const list = newElement('ul')
    const prompts: HtmlElement[] = []
    for (const option of elementsNamed(select.childNodes, 'option')) {
      const value = attribute(option, 'value') ?? ''
      const isPrompt = value === '' || value === '-1'
      const item = newElement(isPrompt ? 'p' : 'li')
      const link = /^https?:/.test(value) ? newElement('a', value) : undefined
      tree.insertText(link ?? item, textOf(option.childNodes).trim())
      if (link) tree.appendChild(item, link)
      if (isPrompt) prompts.push(item)
      else tree.appendChild(list, item)
      yield
    }
    putInPlace(select, [...prompts, list])
  }
}

/** Replacing single nodes among many siblings would be quadratic. */
function putInPlace(old: HtmlElement, nodes: readonly HtmlElement[]): void {
  const { parentNode } = old
  if (!parentNode) return
  const place = parentNode.childNodes.indexOf(old)
  const neighbours = parentNode.childNodes
  parentNode.childNodes = [...neighbours.slice(0, place), ...nodes, ...neighbours.slice(place + 1)]
  for (const node of nodes) node.parentNode = parentNode
}

function newElement(name: string, href?: string): HtmlElement {
  return tree.createElement(name, dialect.NS.HTML, href === undefined ? [] : [{ name: 'href', value: href }])
}

/** A form or a control, with nothing to read (BLOCK-45). */
export function isControl(element: HtmlElement): boolean {
  return classesOf(element).some((name) => LEFT_OUT_CLASSES.has(name))
}

function leaveOutControls(element: HtmlElement): void {
  const controls: HtmlElement[] = []
  visit(element.childNodes, (inside) => {
    if (!isControl(inside)) return true
    controls.push(inside)
    return false
  })
  for (const control of controls) tree.detachNode(control)
}

/** Their URLs are hashes of e-mails, and would reveal readers to another host. */
function leaveOutPortraits(element: HtmlElement): void {
  for (const image of elementsNamed(element.childNodes, 'img')) {
    if (GRAVATAR.test(attribute(image, 'src') ?? '')) tree.detachNode(image)
  }
}

const GRAVATAR = /^(?:https?:)?\/\/(?:[\w-]+\.)*gravatar\.com\//i
