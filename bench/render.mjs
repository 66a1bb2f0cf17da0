/**
 * Rendering one article of 40 blocks (about 30 KB of HTML): normalising, both outputs, and the same text by plain
 * template strings. Medians of one process; see README.md.
 * Usage: npm run bench:render
 */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { deserialize, serialize } from 'node:v8'
import { importTypeScript } from './typescript.mjs'

const ROUNDS = 400
const WARM_UP = 200
const ROOT = fileURLToPath(new URL('..', import.meta.url))

const SENTENCE =
  'Skrót bloku zależy od <strong>każdego</strong> wpisu, dlatego <a href="/2026/03/inny">zmiana jednej cyfry</a> widoczna jest od razu, a łańcuch rozpada się w tym miejscu. '

const work = await importTypeScript(new URL('render-work.ts', import.meta.url), {
  define: { 'process.env.NODE_ENV': '"production"' },
})
const styles = JSON.parse(await readFile(`${ROOT}dist/amp-styles.json`, 'utf8'))
const json = wireArticle()
const article = work.normalise(json)
const canonical = work.canonicalBody(article)
process.stdout.write(`${article.body.length} blocks, ${(canonical.length / 1024).toFixed(1)} KB of canonical HTML\n\n`)
const cards = work.cardsLike(article, 500)
// What a process would read of one before it, in place of normalising (docs/decisions/147).
const stored = serialize(article)
const template = median(() => work.templateStrings(article))
const rows = [
  ['normalising', median(() => work.normalise(json)), 5],
  [`stored, ${Math.round(stored.length / 1024)} kB`, median(() => deserialize(stored)), undefined],
  ['canonical body', median(() => work.canonicalBody(article)), 1.5],
  ['AMP body', median(() => work.ampBody(article)), 0.5],
  ['AMP document', median(() => work.ampDocument(article, styles)), 0.5],
  ['related, all new', median(() => work.related(article, cards)), 20],
  ['related, a new article', median(() => work.relatedAgain(article, cards)), 5],
  ['plain template strings', template, undefined],
]
for (const [name, time, wanted] of rows) {
  const target = wanted === undefined ? '' : `   wanted at most ${wanted} ms`
  process.stdout.write(
    `${name.padEnd(24)} ${time.toFixed(3)} ms   ${(time / template).toFixed(1)} times the strings${target}\n`,
  )
}

/** Milliseconds. */
function median(work) {
  for (let round = 0; round < WARM_UP; round++) work()
  const times = []
  for (let round = 0; round < ROUNDS; round++) {
    const from = performance.now()
    work()
    times.push(performance.now() - from)
  }
  return times.sort((a, b) => a - b)[ROUNDS / 2]
}

/** Paragraphs mostly, with the other common blocks between them. */
function wireArticle() {
  const core = (name, innerHTML, rest = {}) => ({
    blockName: `core/${name}`,
    attrs: [],
    innerHTML,
    innerBlocks: [],
    ...rest,
  })
  const paragraph = () => core('paragraph', `<p>${SENTENCE.repeat(5)}</p>`)
  const makers = [
    () => core('heading', '<h2 class="wp-block-heading">Śródtytuł artykułu</h2>'),
    paragraph,
    paragraph,
    () => core('list', `<ul>${`<li>${SENTENCE}</li>`.repeat(4)}</ul>`),
    paragraph,
    () =>
      core(
        'image',
        '<figure class="wp-block-image"><img src="https://cms.example/wp-content/uploads/2026/03/zdjecie.jpg" alt="Opis" width="1200" height="800"/><figcaption>Podpis, fot. <a href="https://agencja.example/">Agencja</a></figcaption></figure>',
      ),
    paragraph,
    () =>
      core(
        'table',
        `<figure><table><thead><tr><th>A</th><th>B</th></tr></thead><tbody>${'<tr><td>0,1%</td><td>3 zł</td></tr>'.repeat(6)}</tbody></table></figure>`,
      ),
    () => core('quote', '<blockquote></blockquote>', { innerBlocks: [paragraph()] }),
    paragraph,
  ]
  return {
    ID: 1,
    title: 'Artykuł o czterdziestu blokach',
    lead: 'Lead artykułu.',
    relative_link: '/2026/03/artykul',
    publication_date: '2026-03-03T10:00:00+01:00',
    blocks: Array.from({ length: 40 }, (_, index) => makers[index % makers.length]()),
  }
}
