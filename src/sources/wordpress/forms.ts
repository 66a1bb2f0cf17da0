import { CHOICE_KINDS, INPUT_KINDS } from '../../content/contact-form.ts'
import {
  attribute,
  classesOf,
  elementsNamed,
  type HtmlElement,
  type HtmlNode,
  isElement,
  isOwnLine,
  isText,
  parseHtmlInSteps,
  serialise,
  textOf,
} from '../../content/html/tree.ts'
import { foldWhiteSpace } from '../../content/text.ts'
import type { Steps } from '../../system/steps.ts'
import type { ParsedBlock } from '../block-grammar.ts'
import { divided, nameless } from './split.ts'

export interface FormPage {
  path: string
  url: string
}

/** HTML, also in a block, may contain forms, which become blocks (COMM-20). */
export function* withForms(blocks: readonly ParsedBlock[], page: FormPage, depth = 0): Steps<ParsedBlock[]> {
  const shown: ParsedBlock[] = []
  for (const block of blocks) {
    if (block.innerBlocks.length > 0 && depth < MAX_DEPTH) {
      shown.push({ ...block, innerBlocks: yield* withForms(block.innerBlocks, page, depth + 1) })
    } else if (/<form\b/i.test(block.innerHTML) && WITH_MARKUP.has(block.blockName)) {
      shown.push(...(yield* divide(block, page)))
    } else shown.push(block)
    yield
  }
  return shown
}

const MAX_DEPTH = 100
const WITH_MARKUP: ReadonlySet<string | null> = new Set([null, 'core/html', 'core/freeform'])
/** A search, a post's password, WordPress' own comments. */
const OTHERS = /(?:^|\s)(?:search-form|wp-block-search|post-password-form|comment-form)(?:\s|$)/
const CONTACT_FORM = 'wpcf7-form'

function* divide(block: ParsedBlock, page: FormPage): Steps<ParsedBlock[]> {
  const [beginning, rest] = divided(block.innerHTML)
  const blocks: ParsedBlock[] = []
  let pending = ''
  const flush = (): void => {
    if (pending.trim() !== '') blocks.push(nameless(pending))
    pending = ''
  }
  for (const node of yield* parseHtmlInSteps(beginning)) {
    const forms = isElement(node) ? elementsNamed([node], 'form').filter(isFilledIn) : []
    if (forms.length === 0) pending += serialise(node)
    else if (isElement(node)) {
      // Text around a form stays before it.
      const around = withoutForms(node)
      pending += around
      flush()
      blocks.push(...forms.map((form) => formBlock(form, page)))
    }
    yield
  }
  pending += rest
  flush()
  return blocks
}

function isFilledIn(form: HtmlElement): boolean {
  const isPost = attribute(form, 'method')?.toLowerCase() === 'post'
  const names = `${attribute(form, 'class') ?? ''} ${attribute(form, 'id') ?? ''}`
  return isPost && !OTHERS.test(names) && attribute(form, 'id') !== 'commentform'
}

function withoutForms(node: HtmlElement): string {
  if (node.tagName === 'form') return ''
  for (const form of elementsNamed(node.childNodes, 'form')) {
    const { parentNode } = form
    if (parentNode) parentNode.childNodes = parentNode.childNodes.filter((child) => child !== form)
  }
  return textOf([node]).trim() === '' && elementsNamed([node], 'img', 'audio', 'video', 'iframe').length === 0
    ? ''
    : serialise(node)
}

function formBlock(form: HtmlElement, { path, url }: FormPage): ParsedBlock {
  const contact = classesOf(form).includes(CONTACT_FORM) ? contactForm(form) : undefined
  const attrs = { wordpressForm: { url, contact: contact && { ...contact, path } } }
  return { blockName: FORM_BLOCK, attrs, innerHTML: '', innerContent: [], innerBlocks: [] }
}

const FORM_BLOCK = 'hub/form'

/** @returns undefined where WordPress alone can serve the form: files, puzzles */
function contactForm(form: HtmlElement): object | undefined {
  const hidden = Object.fromEntries(
    elementsNamed(form.childNodes, 'input')
      .filter((input) => attribute(input, 'type') === 'hidden')
      .map((input) => [attribute(input, 'name') ?? '', attribute(input, 'value') ?? '']),
  )
  const { _wpcf7: id = '', _wpcf7_unit_tag: tag = '' } = hidden
  const isKnown = Object.keys(hidden).every((name) => OWN_FIELDS.has(name))
  if (!/^\d{1,15}$/.test(id) || !/^[\w-]{1,80}$/.test(tag) || !isKnown) return undefined
  const items = itemsOf(form)
  if (!items || items.length === 0) return undefined
  const button = elementsNamed(form.childNodes, 'input', 'button').find((one) =>
    classesOf(one).includes('wpcf7-submit'),
  )
  const submit = button && (attribute(button, 'value') ?? textOf(button.childNodes))
  return { id, tag, items, hidden, submit: submit || undefined }
}

const OWN_FIELDS = new Set([
  ...['_wpcf7', '_wpcf7_version', '_wpcf7_locale', '_wpcf7_unit_tag', '_wpcf7_container_post'],
  '_wpcf7_posted_data_hash',
])
const WRAP = 'wpcf7-form-control-wrap'
const MAX_ITEMS = 100

/** Each field has the words before it; words without a field are notes. */
function itemsOf(form: HtmlElement): object[] | undefined {
  const items: object[] = []
  let words = ''
  const note = (): void => {
    const text = foldWhiteSpace(words)
    if (text !== '') items.push({ kind: 'note', text })
    words = ''
  }
  const stack: Array<HtmlNode | 'end'> = [...form.childNodes].reverse()
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (node === 'end') note()
    else if (isText(node)) words += node.value
    else if (isElement(node)) {
      if (classesOf(node).includes(WRAP)) {
        const field = fieldOf(node, foldWhiteSpace(words))
        if (!field || items.length > MAX_ITEMS) return undefined
        items.push(field)
        words = ''
      } else if (node.tagName === 'br') words += ' '
      else if (!UNREAD.has(node.tagName) && !classesOf(node).includes('wpcf7-response-output')) {
        const isLine = isOwnLine(node)
        if (isLine) note()
        if (isLine) stack.push('end')
        for (const child of [...node.childNodes].reverse()) stack.push(child)
      }
    }
  }
  note()
  return items
}

const UNREAD = new Set(['script', 'style', 'template', 'input', 'button', 'select', 'textarea', 'noscript'])

/** @returns undefined where WordPress alone can serve the field */
function fieldOf(wrap: HtmlElement, words: string): object | undefined {
  const controls = elementsNamed(wrap.childNodes, 'input', 'select', 'textarea')
  const [control] = controls
  const name = control && attribute(control, 'name')
  if (!control || !name || !/^[\w-]{1,80}(?:\[\])?$/.test(name)) return undefined
  const all = elementsNamed([wrap], 'span').concat(controls).flatMap(classesOf).concat(inner(wrap))
  const isRequired = all.includes('wpcf7-validates-as-required')
  const label = words || attribute(control, 'placeholder') || name
  const common = { name, label, isRequired }
  if (all.some((one) => one === 'wpcf7-quiz' || one === 'wpcf7-file' || one.startsWith('wpcf7-captcha')))
    return undefined
  if (all.includes('wpcf7-acceptance')) {
    const own = foldWhiteSpace(textOf(wrap.childNodes))
    return { ...common, kind: 'acceptance', label: own || label, isRequired: !all.includes('optional') }
  }
  const placeholder = attribute(control, 'placeholder')
  const text = { placeholder: placeholder || undefined, ...sized(control, 'maxlength', 'maxLength') }
  if (control.tagName === 'textarea') return { ...common, ...text, kind: 'textarea', value: textOf(control.childNodes) }
  if (control.tagName === 'select') {
    const options = elementsNamed(control.childNodes, 'option').map((option) => {
      const shown = foldWhiteSpace(textOf(option.childNodes))
      return { value: attribute(option, 'value') ?? shown, label: shown }
    })
    return { ...common, kind: 'select', options, isMultiple: attribute(control, 'multiple') !== undefined }
  }
  const type = attribute(control, 'type') ?? 'text'
  if ((CHOICE_KINDS as readonly string[]).includes(type)) {
    const options = controls.map((one) => ({
      value: attribute(one, 'value') ?? '',
      label: attribute(one, 'value') ?? '',
    }))
    return {
      ...common,
      kind: type,
      options,
      isMultiple: type === 'checkbox' && !all.includes('wpcf7-exclusive-checkbox'),
    }
  }
  if (!(INPUT_KINDS as readonly string[]).includes(type)) return undefined
  const value = attribute(control, 'value')
  return { ...common, ...text, ...sized(control, 'min', 'min'), ...sized(control, 'max', 'max'), kind: type, value }
}

function inner(wrap: HtmlElement): string[] {
  return elementsNamed(wrap.childNodes, 'span').flatMap((span) => [...classesOf(span), ...inner(span)])
}

function sized(control: HtmlElement, name: string, as: string): object {
  const value = attribute(control, name)
  return value === undefined ? {} : { [as]: value }
}
