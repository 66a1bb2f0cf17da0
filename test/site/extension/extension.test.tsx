import { useId } from 'react'
import type { Article } from '../../../src/content/article.ts'
import { normaliseBlocks } from '../../../src/content/normalise/blocks.ts'
import type { OwnBlock } from '../../../src/content/own-block.ts'
import { plainLine } from '../../../src/content/plain-line.ts'
import {
  type BlockDefinition,
  defineBlock,
  defineExtension,
  urlField,
  z,
} from '../../../src/site/extension/extension.ts'
import { feedContent } from '../../../src/syndication/feeds/content.ts'
import type { Problem } from '../../../src/system/report.ts'
import { atOnce } from '../../../src/system/steps.ts'
import { listening, services } from '../../content/world.ts'
import { paragraph } from '../../support/fixtures/every-block.ts'
import { articleWith, renderAmp, renderPage } from '../../support/render.ts'

const fields = z.object({ title: z.string(), link: z.string().optional() })
type Fields = z.output<typeof fields>

const definition: BlockDefinition<Fields, { title: string }> = {
  name: 'gazeta/ramka',
  fields,
  page: ({ fields: { title, link }, inner, island }) => (
    <aside>
      <h2>{title}</h2>
      {link && <a href={link}>dalej</a>}
      {island({ title })}
      {inner}
    </aside>
  ),
  amp: ({ fields: { title, link }, inner, html: { tag, text } }) =>
    tag(
      'aside',
      {},
      tag('h2', {}, text(title)),
      link ? tag('a', { href: link }, text('dalej')) : undefined,
      tag('amp-base-carousel', { width: 3, height: 2, layout: 'responsive' }),
      inner,
    ),
  feed: ({ fields: { title, link }, inner, html: { tag, text } }) =>
    tag('div', {}, tag('p', {}, tag('a', { href: link }, text(title))), inner),
  island: ({ title }) => <button type="button">{title}</button>,
}
const frame = defineBlock(definition)

const wire = (attrs: object, blockName = frame.name) => ({
  blockName,
  attrs,
  innerHTML: '<p>Zapisane w edytorze</p>',
  innerContent: ['<p>Zapisane w edytorze</p>', null],
  innerBlocks: [paragraph('Wnętrze ramki')],
})

function decoded(block: object, ...own: OwnBlock[]): { article: Article; problems: Problem[] } {
  const { context, problems } = listening()
  const ownBlocks = new Map(own.map((one) => [one.name, one]))
  return { article: articleWith(atOnce(normaliseBlocks([block], { ...context, ownBlocks }))), problems }
}

function outputs(article: Article): { page: string; amp: string; feed: string; problems: Problem[] } {
  const page = renderPage(article)
  const amp = renderAmp(article)
  const feedProblems: Problem[] = []
  const feed = atOnce(
    feedContent(article, 'https://szpalta.test/x', services.akademia, (problem) => feedProblems.push(problem)),
  )
  return { page: page.html, amp: amp.html, feed, problems: [...page.problems, ...amp.problems, ...feedProblems] }
}

test('a block of the site’s own answers for page, AMP and feed, with its inner blocks (SITE-14)', () => {
  const { article, problems } = decoded(wire({ title: 'Ramka & <b>', other: 1 }), frame)
  const { page, amp, feed, ...rest } = outputs(article)
  expect([problems, rest.problems]).toEqual([[], []])
  for (const output of [page, amp, feed]) {
    expect(output).toContain('Ramka &amp; &lt;b')
    expect(output).toContain('Wnętrze ramki')
    expect(output).not.toContain('Zapisane w')
  }
  expect(page).toContain('data-island="gazeta/ramka"')
  expect(page).toContain('<button type="button">Ramka &amp; &lt;b&gt;</button>')
  expect(amp).toContain('custom-element="amp-base-carousel"')
})

test.each([
  ['fields that its schema refuses', wire({ title: 1 }), [frame], 'blocks (gazeta/ramka).title'],
  ['no extension', wire({ title: 'Ramka' }), [], 'blockName'],
  ['another name', wire({ title: 'Ramka' }, 'gazeta/inna'), [frame], 'blockName'],
  [
    'the tree’s own word as its type',
    { ...wire({ title: 'Ramka' }), blockName: null, blockType: 'own' },
    [frame],
    'blockName',
  ],
])('a block with %s shows what the editor has saved, and is reported once', (_why, block, own, field) => {
  const { article, problems } = decoded(block, ...own)
  expect(problems.map((problem) => problem.field)).toEqual([field])
  const { page, amp, feed, ...rest } = outputs(article)
  expect(rest.problems).toEqual([])
  for (const output of [page, amp, feed]) {
    expect(output).toMatch(/Zapisane w(?:\u00a0|&nbsp;)edytorze/)
    expect(output).toContain('Wnętrze ramki')
  }
})

test('a block that throws is left out and reported, and the rest of the article stays (BLOCK-4)', () => {
  const thrown = (): never => {
    throw new Error('zły blok')
  }
  const broken = defineBlock({ ...definition, page: thrown, amp: thrown, feed: thrown })
  const { article } = decoded(wire({ title: 'Ramka' }), broken)
  const whole = { ...article, body: [...article.body, ...decoded(paragraph('Akapit obok')).article.body] }
  const { page, amp, feed, problems } = outputs(whole)
  expect(problems.map(({ field, kind }) => [field, kind])).toEqual(Array(3).fill(['own', 'zły blok']))
  for (const output of [page, amp, feed]) {
    expect(output).toContain('Akapit obok')
    expect(output).not.toContain('Ramka')
  }
})

test('a block without an output for AMP is a link to the article’s page there (SITE-14)', () => {
  const { amp: _amp, ...without } = definition
  const { article } = decoded(wire({ title: 'Ramka' }), defineBlock(without))
  const { page, amp, feed, problems } = outputs(article)
  expect(problems).toEqual([])
  for (const output of [page, feed]) expect(output).toContain('Ramka')
  expect(amp).not.toContain('Ramka')
  const { document } = renderAmp(article)
  const links = [...document.querySelectorAll('.article-body a, article a')]
  const own = links.find((link) => plainLine(link.textContent ?? '') === services.akademia.messages.seeOnPage)
  const canonical = document.querySelector('link[rel=canonical]')?.getAttribute('href')
  expect(own?.getAttribute('href')).toBe(canonical)
})

test.each(['javascript:alert(1)', ' JavaScript:alert(1)', 'java\nscript:alert(1)', 'data:text/html,x', 'vbscript:x'])(
  'the URL %j is refused by the schema for URLs, and by AMP and feeds without it',
  (link) => {
    const strict = defineBlock({ ...definition, fields: fields.extend({ link: urlField }) })
    expect(decoded(wire({ title: 'Ramka', link }), strict).problems).toEqual([
      expect.objectContaining({ field: 'blocks (gazeta/ramka).link', kind: 'is no URL that a link may have' }),
    ])
    const { amp, feed, problems } = outputs(decoded(wire({ title: 'Ramka', link }), frame).article)
    expect(`${amp}${feed}`).not.toContain('dalej')
    expect(problems.map(({ kind }) => kind)).toEqual(
      Array(2).fill(expect.stringContaining('the URL in "href" of <a> is refused')),
    )
  },
)

test.each(['https://a.example/b?c=d', '/2026/03/slug', '#miejsce', '?s=a', 'mailto:a@b.example', 'tel:+48'])(
  'the URL %j is accepted',
  (link) => {
    const strict = defineBlock({ ...definition, fields: fields.extend({ link: urlField }) })
    const { article, problems } = decoded(wire({ title: 'Ramka', link }), strict)
    expect([problems, outputs(article).problems]).toEqual([[], []])
  },
)

type Write = Parameters<typeof definition.feed>[0]['html']
test.each<[string, (html: Write) => unknown]>([
  ['a script', ({ tag }) => tag('script', {})],
  ['a frame', ({ tag }) => tag('iframe', { src: 'https://a.example' })],
  ['a style sheet', ({ tag }) => tag('style', {})],
  ['a handler', ({ tag }) => tag('p', { onclick: 'x()' })],
  ['an element with an attribute in its name', ({ tag }) => tag('p onclick=x()', {})],
  ['an attribute with another one in its name', ({ openTag }) => openTag('img', { 'alt onerror': 'x()' })],
  ['a base', ({ openTag }) => openTag('base', { href: '/' })],
])('the writer of markup refuses %s', (_what, write) => {
  const block = defineBlock({
    ...definition,
    feed({ html }) {
      write(html)
      return undefined
    },
  })
  const { feed, problems } = outputs(decoded(wire({ title: 'Ramka' }), block).article)
  expect(problems.map(({ kind }) => kind)).toEqual([expect.stringContaining("is refused in a block of the site's own")])
  expect(feed).not.toContain('Ramka')
})

test.each([
  ['an element of AMP that the portal does not load', 'amp-script', '<amp-script> is not in use: one of'],
  ['an element that AMP has under another name', 'img', '<img> is refused in AMP'],
])('%s leaves the block out of AMP alone', (_what, name, kind) => {
  const block = defineBlock({ ...definition, amp: ({ html: { openTag } }) => openTag(name, { src: '/a.webp' }) })
  const { page, amp, problems } = outputs(decoded(wire({ title: 'Ramka' }), block).article)
  expect(page).toContain('Ramka')
  expect(amp).not.toContain(name === 'img' ? '/a.webp' : name)
  expect(problems.map((problem) => problem.kind)).toEqual([expect.stringContaining(kind)])
})

test('attributes are what was inspected, whatever names the CMS gives them', () => {
  const attributes: Record<string, string> = {}
  for (const [key, value] of [
    ['title', 'x'],
    ['__proto__', { onerror: 'x()' }],
  ])
    Reflect.set(attributes, String(key), value)
  const block = defineBlock({ ...definition, feed: ({ html: { openTag } }) => openTag('img', attributes) })
  expect(outputs(decoded(wire({ title: 'Ramka' }), block).article).feed).not.toContain('onerror')
})

test('properties of an island that do not travel as JSON leave the block out, and are reported', () => {
  const block = defineBlock<Fields, { at: Date }>({
    ...definition,
    page: ({ island }) => island({ at: new Date(0) }),
    island: ({ at }) => <time>{at.toISOString()}</time>,
  })
  const { problems } = renderPage(decoded(wire({ title: 'Ramka' }), block).article)
  expect(problems.map(({ kind }) => kind)).toEqual([expect.stringContaining('toISOString')])
})

test('two islands of one block have ids of their own', () => {
  const block = defineBlock<Fields, { title: string }>({
    ...definition,
    page: ({ fields: { title }, island }) => island({ title }),
    island: Named,
  })
  const body = ['Jeden', 'Dwa'].flatMap((title) => decoded(wire({ title }), block).article.body)
  const ids = [...renderPage(articleWith(body)).html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)
  expect(new Set(ids).size).toBe(2)
})

function Named({ title }: { title: string }) {
  return <p id={useId()}>{title}</p>
}

test.each(['quiz', 'Gazeta/quiz', 'gazeta/', 'gazeta/quiz/2', 'core/quiz', 'acf/quiz', 'hub/quiz', '../a/quiz'])(
  'no block can have the name %j',
  (name) => {
    expect(() => defineBlock({ ...definition, name: name as 'a/b' })).toThrow(/^the block ".*": /)
  },
)

test('an extension is refused with two blocks of one name, or a script without https:', () => {
  expect(() => defineExtension({ blocks: [frame, frame] })).toThrow('the block "gazeta/ramka" is defined twice')
  const script = (url: string, connect: string[] = []) =>
    defineExtension({ head: [{ script: url, consent: 'measurement', connect }] })
  for (const url of ['http://stats.example/s.js', '/s.js', 'stats.example', 'javascript:1']) {
    expect(() => script(url)).toThrow(`the script "${url}" must be an absolute URL with https:`)
  }
  expect(() => script('https://stats.example/s.js', ['ws://x'])).toThrow('"ws://x", which the script')
  expect(script('https://stats.example/s.js', ['https://in.stats.example/a']).scripts).toEqual([
    {
      url: 'https://stats.example/s.js',
      consent: 'measurement',
      connect: ['https://in.stats.example'],
    },
  ])
})
