/** A newsroom of any size, for measurements of starts and of the search. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ARTICLES = fileURLToPath(new URL('../../newsroom/akademia/articles', import.meta.url))

const PARAGRAPH =
  'Akapit z **pogrubieniem**, [odnośnikiem](/kategoria/edukacja) i `kodem`, o tylu słowach, ile ma ich akapit w artykule o portfelach i kluczach. '
/** As long as the academy's. */
const MARKDOWN = Array.from(
  { length: 14 },
  (_, n) => `${n % 4 === 0 ? `## Rozdział ${n}\n\n` : ''}${PARAGRAPH.repeat(3)}\n`,
).join('\n')

/** Copies of the academy's articles, each with a name and a title of its own; every second one has a text in Markdown. */
export function writeNewsroom(newsroom, count) {
  const articles = join(newsroom, 'akademia/articles')
  mkdirSync(articles, { recursive: true })
  const texts = readdirSync(ARTICLES).map((name) => [name, readFileSync(join(ARTICLES, name), 'utf8')])
  for (let n = 0; n < count; n += 1) {
    const [name, text] = texts[n % texts.length]
    const own = text.replace(/^title: "?/m, `$&${n} `)
    const [front] = /^---\n[\s\S]*?\n---\n/.exec(own)
    if (n % 2 === 0) writeFileSync(join(articles, `${n}-${name}`), own)
    else writeFileSync(join(articles, `${n}-${name.replace(/html$/, 'md')}`), `${front}\n${MARKDOWN}`)
  }
}
