import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { JSDOM, VirtualConsole } from 'jsdom'
import { z } from 'zod'

/** A block as an editor makes it: its name without `core/`, its settings, the blocks inside it. */
export type Tree = readonly [name: string, attributes?: object, inner?: readonly Tree[]]

/** WordPress' own block editor, without a screen. */
export interface Editor {
  /** Names of the blocks that it has, without `core/`. */
  names: readonly string[]
  /** The markup that it saves. */
  serialise(blocks: readonly Tree[]): string
}

const START = 'wp-block-library'
/** Scripts by others, with the scripts that each needs. */
const VENDOR: Record<string, readonly string[]> = {
  react: [],
  'react-dom': ['react'],
  'react-jsx-runtime': ['react'],
  moment: [],
  lodash: [],
}
/** What the editor's scripts look for in a browser, and never use without a screen. */
const SCREEN = `
  window.matchMedia = () => ({ matches: false, addListener() {}, removeListener() {}, addEventListener() {} })
  window.ResizeObserver = window.IntersectionObserver = class { observe() {} unobserve() {} disconnect() {} }
  window.CSS = { escape: String, supports: () => false }`
const SERIALISE = `(json) => {
  const made = ([name, attributes = {}, inner = []]) =>
    wp.blocks.createBlock('core/' + name, attributes, inner.map(made))
  return wp.blocks.serialize(JSON.parse(json).map(made))
}`

/**
 * Runs the scripts of WordPress' editor in a window of their own.
 * @param folder of the unpacked WordPress
 */
export async function startEditor(folder: string): Promise<Editor> {
  const scripts = join(folder, 'wp-includes/js/dist')
  const list = await readFile(join(folder, 'wp-includes/assets/script-loader-packages.php'), 'utf8')
  // Messages of the scripts about functions that will go some day.
  const virtualConsole = new VirtualConsole()
  const { window } = new JSDOM('', { runScripts: 'outside-only', url: 'https://editor.invalid/', virtualConsole })
  const evaluate = (code: string): unknown => window.eval(code)
  evaluate(SCREEN)
  for (const name of inOrder(START, needsOf(list))) {
    const file = name in VENDOR ? `vendor/${name}.min.js` : `${name.replace(/^wp-/, '')}.min.js`
    if (existsSync(join(scripts, file))) evaluate(await readFile(join(scripts, file), 'utf8'))
    if (name === 'lodash') evaluate('window.lodash = window._')
  }
  evaluate('wp.blockLibrary.registerCoreBlocks()')
  const names = z
    .array(z.string())
    .parse(JSON.parse(String(evaluate('JSON.stringify(wp.blocks.getBlockTypes().map(({ name }) => name))'))))
  const serialise = evaluate(SERIALISE)
  if (typeof serialise !== 'function') throw new TypeError('the editor does not serialise')
  return {
    names: names.map((name) => name.replace(/^core\//, '')),
    serialise: (blocks) => z.string().parse(serialise(JSON.stringify(blocks))),
  }
}

function needsOf(list: string): ReadonlyMap<string, readonly string[]> {
  const packages = list.matchAll(/'([a-z0-9-]+)\.js' => array\('dependencies' => array\(([^)]*)\)/g)
  return new Map(
    [...packages].map(([, name, needs = '']) => [
      `wp-${name}`,
      [...needs.matchAll(/'([^']+)'/g)].map(([, one = '']) => one),
    ]),
  )
}

/** A script after all that it needs. */
function inOrder(start: string, needs: ReadonlyMap<string, readonly string[]>): Set<string> {
  const order = new Set<string>()
  const add = (name: string): void => {
    if (order.has(name)) return
    for (const need of needs.get(name) ?? VENDOR[name] ?? []) add(need)
    order.add(name)
  }
  add(start)
  return order
}
