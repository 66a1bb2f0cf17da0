import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import vm from 'node:vm'
import { JSDOM } from 'jsdom'
import { ROOT } from './root.ts'

interface ValidatorError {
  severity: string
  line: number
  col: number
}
interface Validator {
  init(): Promise<void>
  validateString(html: string): { status: string; errors: ValidatorError[] }
  renderErrorMessage(error: ValidatorError): string
}

let loading: Promise<Validator> | undefined

/** The official validator, fetched before the tests (`fetch-amp-validator.mjs`), in a world of its own. */
async function load(): Promise<Validator> {
  const code = readFileSync(join(ROOT, 'node_modules/.cache/amp-validator/validator_wasm.js'), 'utf8')
  const require = createRequire(import.meta.url)
  const world: Record<string, unknown> = {
    ...{ console, TextDecoder, TextEncoder, WebAssembly, atob, btoa, performance, setTimeout, clearTimeout },
    ...{ Buffer, process, URL, require, __dirname: ROOT },
  }
  world.global = world
  world.globalThis = world
  vm.createContext(world)
  vm.runInContext(code, world)
  const { validator } = world.amp as { validator: Validator }
  await validator.init()
  return validator
}

/** Everything the validator has to say of a document, warnings included; nothing for a valid one. */
export async function ampProblems(html: string): Promise<string[]> {
  loading ??= load()
  const validator = await loading
  const { status, errors } = validator.validateString(html)
  const messages = errors.map(
    (error) => `${error.severity} ${error.line}:${error.col} ${validator.renderErrorMessage(error)}`,
  )
  return status === 'PASS' || messages.length > 0 ? messages : [status]
}

/** Elements that come with AMP itself or with another element's script. */
const BUILT_IN = new Set(['amp-img', 'amp-nested-menu', 'amp-pixel'])

/** Rules of AMP that the validator does not know. */
export function unvalidatedProblems(document: Document): string[] {
  const problems: string[] = []
  const check = (holds: boolean, rule: string): void => {
    if (!holds) problems.push(rule)
  }
  const { body } = document
  const nextPages = document.querySelectorAll('amp-next-page')
  check(nextPages.length <= 1, 'one amp-next-page')
  check(
    [...nextPages].every((element) => element === body.lastElementChild),
    'amp-next-page is the last child of body',
  )
  const sidebars = document.querySelectorAll('amp-sidebar')
  check(sidebars.length <= 1, 'one amp-sidebar')
  check(
    [...sidebars].every((element) => element.parentElement === body),
    'amp-sidebar is a direct child of body',
  )
  const hasLightbox = document.querySelector('script[custom-element="amp-lightbox-gallery"]') !== null
  check(!document.querySelector('[lightbox]') || hasLightbox, 'lightbox comes with its extension')
  for (const tweet of document.querySelectorAll('amp-twitter')) {
    check(/^\d+$/.test(tweet.getAttribute('data-tweetid') ?? ''), 'tweet ids are numbers')
  }
  for (const post of document.querySelectorAll('amp-facebook')) {
    check(/^https:\/\/www\.facebook\.com\//.test(post.getAttribute('data-href') ?? ''), 'Facebook URLs are absolute')
  }
  check(!document.querySelector('link[rel=amphtml]'), 'no rel=amphtml on an AMP page')
  check((document.querySelector('head > title')?.textContent ?? '') !== '', 'a title')
  const used = new Set(
    [...document.querySelectorAll('*')]
      .map((element) => element.localName)
      .filter((name) => name.startsWith('amp-') && !BUILT_IN.has(name)),
  )
  const loaded = new Set(
    [...document.querySelectorAll('script[custom-element]')].map(
      (script) => script.getAttribute('custom-element') ?? '',
    ),
  )
  // Two scripts serve plain elements and attributes.
  loaded.delete('amp-lightbox-gallery')
  if (document.querySelector('form')) used.add('amp-form')
  check(
    [...used].every((name) => loaded.has(name)),
    'every element has its script',
  )
  check(
    [...loaded].every((name) => used.has(name)),
    'every script has its element',
  )
  const css = document.querySelector('style[amp-custom]')?.textContent ?? ''
  check(Buffer.byteLength(css) < 50_000, 'styles under 50,000 bytes')
  check(!/!important|@layer|@container|&/.test(css), 'plain CSS')
  return problems
}

declare global {
  namespace jest {
    interface Matchers<R> {
      /** Valid AMP without a warning, by the official validator and by the rules that it does not know. */
      toBeValidAmp(): Promise<R>
    }
  }
}

expect.extend({
  async toBeValidAmp(html: string) {
    const problems = [...(await ampProblems(html)), ...unvalidatedProblems(new JSDOM(html).window.document)]
    return {
      pass: problems.length === 0,
      message: () =>
        problems.length === 0 ? 'valid AMP, expected otherwise' : `not valid AMP:\n${problems.join('\n')}`,
    }
  },
})
