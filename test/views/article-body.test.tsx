import type { AdSlot } from '../../src/content/ad-slot.ts'
import type { Block } from '../../src/content/block.ts'
import { highlight } from '../../src/content/highlight.ts'
import { escapeHtml } from '../../src/system/escape.ts'
import type { Problem } from '../../src/system/report.ts'
import { articleBody, bodyBytes } from '../../views/article/article-body.tsx'
import { createServices } from '../support/customer-site.ts'
import { articleWith } from '../support/render.ts'

const service = createServices().akademia

const paragraph = (text: string): Block => ({ type: 'paragraph', html: escapeHtml(text) })

/** A block that no renderer survives: reading its text throws. */
function broken(): Block {
  return Object.defineProperty({ type: 'paragraph' }, 'html', {
    get() {
      throw new Error('broken on purpose')
    },
  }) as Block
}

test('a block that throws is omitted alone, and one report names it (BLOCK-4)', () => {
  const problems: Problem[] = []
  const blocks: Block[] = [
    paragraph('przed'),
    { type: 'group', blocks: [paragraph('obok'), broken()] },
    paragraph('po'),
  ]
  const html = bodyBytes(
    blocks,
    '/2026/03/slug',
    { service, report: (problem) => problems.push(problem) },
    '',
  ).toString()
  for (const word of ['przed', 'obok', 'po']) expect(html).toContain(`<p>${word}</p>`)
  expect(problems).toEqual([{ call: '/2026/03/slug', field: 'paragraph', kind: 'broken on purpose' }])
})

test('a body is rendered once, however often its page is (ART-11)', () => {
  let reads = 0
  const counted = Object.defineProperty({ type: 'paragraph' }, 'html', {
    get() {
      reads += 1
      return 'raz'
    },
  }) as Block
  const blocks = [counted]
  expect(bodyBytes(blocks, '', { service, report: () => {} }, '')).toBe(
    bodyBytes(blocks, '', { service, report: () => {} }, ''),
  )
  expect(reads).toBe(1)
})

test('text of the CMS cannot break out of its element', () => {
  const code = highlight('</code></pre><script>alert(1)</script>', 'javascript')
  const blocks: Block[] = [{ type: 'code', html: code, description: '<b>x</b>' }]
  const html = bodyBytes(blocks, '', { service, report: () => {} }, '').toString()
  expect(html).not.toContain('<script>')
  expect(html).toContain('&lt;b&gt;x&lt;/b&gt;')
})

test('ids of one document differ, though parts of bodies are rendered apart', () => {
  const ad: AdSlot = {
    key: 'x',
    adUnit: 'x',
    isSticky: false,
    isTransparent: false,
    sizes: { desktop: [[300, 250]] },
    heights: {},
  }
  const article = (id: string) => ({ ...articleWith([{ type: 'newsletter' }, { type: 'newsletter' }]), id })
  const html = ['1', '2'].flatMap((id) => articleBody(article(id), [ad], { service, report: () => {} })).join('')
  const ids = [...html.matchAll(/ id="([^"]*-email)"/g)].map(([, id]) => id)
  expect([ids.length, new Set(ids).size]).toEqual([4, 4])
  for (const id of ids) expect(html).toContain(`for="${id}"`)
})

test('no advertisement stands next to another one at the end of a short text (ADS-4)', () => {
  const slots = ['a', 'b', 'c'].map(
    (key): AdSlot => ({
      key,
      adUnit: key,
      isSticky: false,
      isTransparent: false,
      sizes: { desktop: [[300, 250]] },
      heights: {},
    }),
  )
  const article = articleWith([paragraph('raz'), paragraph('dwa'), paragraph('trzy')])
  const html = articleBody(article, slots, { service, report: () => {} }).join('')
  expect(html.match(/class="ad[ "]/g)).toHaveLength(1)
})
