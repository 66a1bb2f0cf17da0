import { articlePath } from '../../src/content/links.ts'
import { buildCatalogue } from '../../src/sources/embedded/catalogue.ts'
import { createFolder } from '../../src/sources/embedded/folder.ts'
import { createServices, SERVICE_NAMES } from '../support/customer-site.ts'
import { EVERY_BLOCK } from '../support/fixtures/every-block.ts'
import { ROOT, startTestPortal } from '../support/portal.ts'
import { type Kind, readerView } from '../support/reader-view.ts'
import { articleOf, renderPage } from '../support/render.ts'

const services = createServices()

test('a reader view has every article whole, and nothing around it (ART-16)', async () => {
  const { files } = await createFolder(`${ROOT}/newsroom`).read()
  const catalogue = await buildCatalogue(files, SERVICE_NAMES, undefined, () => {})
  const portal = await startTestPortal()
  const sums: Partial<Record<Kind, [number, number]>> = {}
  let articles = 0
  try {
    for (const name of SERVICE_NAMES) {
      for (const { path } of catalogue.services.get(name)?.articles ?? []) {
        const shown = articlePath(path, services[name])
        const { status, text } = await portal.get(shown, { host: `${name}.localhost` })
        expect([shown, status]).toEqual([shown, 200])
        const { counts, problems } = readerView(text, `http://${name}.localhost${shown}`)
        expect([shown, problems]).toEqual([shown, []])
        articles += 1
        for (const [kind, [kept, all]] of Object.entries(counts) as Array<[Kind, [number, number]]>) {
          const [keptBefore, allBefore] = sums[kind] ?? [0, 0]
          sums[kind] = [keptBefore + kept, allBefore + all]
        }
      }
    }
  } finally {
    await portal.close()
  }
  const lines = Object.entries(sums).map(([kind, [kept, all]]) => `${kind} ${kept} of ${all}`)
  console.info(`reader view of ${articles} articles: ${lines.join(', ')}`)
  expect(articles).toBeGreaterThanOrEqual(60)
  expect(sums['code blocks']?.[1]).toBeGreaterThanOrEqual(24)
  expect(sums['lead images']?.[1]).toBeGreaterThanOrEqual(38)
}, 600_000)

const paragraph = (words: string) => ({
  ...{ blockName: 'core/paragraph', attrs: {}, innerBlocks: [] },
  innerHTML: `<p>${words}</p>`,
})
const LONG =
  'Akapit, dość długi, żeby program do czytania uznał go za treść artykułu, a nie za menu, stopkę albo podpis, z przecinkami i zdaniem pobocznym, które niczego nie dodaje.'
const inArticle = (...blocks: unknown[]): string => {
  const article = articleOf(...[1, 2, 3, 4].map(() => paragraph(LONG)), ...blocks, paragraph(LONG), paragraph(LONG))
  return renderPage(article).html
}

/** What only a script or a provider shows. */
const WITHOUT_TEXT = new Set(['newsletter', 'form', 'spacer', 'separator', 'own'])

test.each(Object.entries(EVERY_BLOCK).filter(([type]) => !WITHOUT_TEXT.has(type)))(
  'a reader view has a block of the type %s (ART-16)',
  (_, { blocks }) => {
    expect(readerView(inArticle(...blocks), 'http://akademia.localhost/2026/11/a').problems).toEqual([])
  },
)

const link = '<a href="https://krok.example/a">Całe oświadczenie spółki w tej sprawie</a>'
const group = (className: string, inner: unknown[]) => ({
  blockName: 'core/group',
  attrs: { className, time: '2026-11-20T12:00' },
  innerHTML: '<div></div>',
  innerBlocks: inner,
})

test.each([
  [
    'a table without a header',
    {
      ...paragraph(''),
      blockName: 'core/table',
      innerHTML: '<figure><table><tr><td>Kurs</td><td>4,31</td></tr></table></figure>',
    },
  ],
  ['an update that is mostly a link', group('live-update', [paragraph(`Źródło: ${link}`)])],
  ['a correction that is mostly a link', group('correction', [paragraph(`Źródło: ${link}`)])],
  ['a group that is half a link', group('', [paragraph(`Pełny tekst w serwisie wydawcy, dla czytelników: ${link}`)])],
  [
    'raw HTML that is half a link',
    {
      ...paragraph(''),
      blockName: 'core/html',
      innerHTML: `<p>Pełny tekst w serwisie wydawcy, dla czytelników: ${link}</p><p>Dalej.</p>`,
    },
  ],
  [
    'code with a comment',
    {
      ...paragraph(''),
      blockName: 'core/code',
      attrs: { data: { code: '// komentarz\nconst a = 1', language: 'javascript' } },
      innerHTML: '',
    },
  ],
])('a reader view has %s (ART-16)', (_, block) => {
  expect(readerView(inArticle(block), 'http://akademia.localhost/2026/11/a').problems).toEqual([])
})
