import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { JSDOM } from 'jsdom'
import { flowHtml } from '../../../src/content/html/sanitise.ts'
import { parseBlocks } from '../../../src/sources/block-grammar.ts'
import { createFolder } from '../../../src/sources/embedded/folder.ts'
import { realHub } from '../../support/real-input.ts'
import { ROOT } from '../../support/root.ts'
import { linkRules } from '../world.ts'

/** Elements of clean editorial markup; others are removed on purpose (BLOCK-15; `sanitise.ts`). */
const CLEAN =
  'a abbr b blockquote br caption cite code dd del details dfn div dl dt em figcaption figure h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre q s small strong sub summary sup table tbody td tfoot th thead tr u ul var'.split(
    ' ',
  )
const ATTRIBUTES = ['colspan', 'rowspan', 'scope', 'start', 'title', 'lang']
const rules = linkRules()

interface Counted {
  elements: number
  attributes: number
  text: number
}

function count(html: string): Counted {
  const body = JSDOM.fragment(html)
  for (const dropped of body.querySelectorAll('script, style, iframe, svg, select, textarea, object, embed'))
    dropped.remove()
  const elements = [...body.querySelectorAll(CLEAN.join(','))]
  const attributes = elements.reduce(
    (sum, element) => sum + ATTRIBUTES.filter((name) => element.hasAttribute(name)).length,
    0,
  )
  return { elements: elements.length, attributes, text: (body.textContent ?? '').replace(/\s/g, '').length }
}

/** The share of elements, attributes and text that survives, in per cent. */
function survival(pieces: readonly string[]): number {
  let [wanted, kept] = [0, 0]
  for (const piece of pieces) {
    const [before, after] = [count(piece), count(flowHtml(piece, rules))]
    for (const what of ['elements', 'attributes', 'text'] as const) {
      wanted += before[what]
      kept += Math.min(before[what], after[what])
    }
  }
  return (100 * kept) / wanted
}

test('at least 99 % of the newsroom survives', async () => {
  const { files } = await createFolder(join(ROOT, 'newsroom')).read()
  const pieces = files
    .filter(({ path }) => path.includes('/articles/'))
    .flatMap(({ text }) => parseBlocks(text.replace(/^---[\s\S]*?\n---\n/, '')))
    .map(({ innerHTML }) => innerHTML)
    .filter((html) => html.trim() !== '')
  const percent = survival(pieces)
  console.info(`clean markup that survives, newsroom: ${percent.toFixed(2)} % of ${pieces.length} blocks`)
  expect(percent).toBeGreaterThanOrEqual(99)
})

test('at least 99 % of the real input survives', async () => {
  const hub = realHub('only the newsroom is counted')
  if (hub === undefined) return
  const posts = join(hub, 'wp-json/bb/v2/post')
  const names = (await readdir(posts, { recursive: true })).filter((name) => name.endsWith('.json'))
  const pieces: string[] = []
  for (const name of names) {
    const { blocks } = JSON.parse(await readFile(join(posts, name), 'utf8')) as {
      blocks: Array<{ innerHTML: string }>
    }
    pieces.push(...blocks.map(({ innerHTML }) => innerHTML))
  }
  const percent = survival(pieces)
  console.info(`clean markup that survives, real input: ${percent.toFixed(2)} % of ${pieces.length} blocks`)
  expect(percent).toBeGreaterThanOrEqual(99)
})
