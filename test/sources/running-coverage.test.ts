import { type CatalogueArticle, isRunning } from '../../src/sources/embedded/dated-parts.ts'

const ZONE = 'Europe/Warsaw'
const NOON = Date.parse('2026-11-28T12:00:00+01:00')

const update = (time: string, classes = 'live-update', fields = '') =>
  `<!-- wp:group {"className":"${classes}","time":"${time}"${fields}} -->\n<div class="wp-block-group ${classes}"><p>Tekst.</p></div>\n<!-- /wp:group -->\n\n`
const RECENT = update('2026-11-28T11:00')

function runs(body: string): boolean {
  const meta = { title: '', lead: '', date: '2026-11-20T08:00', author: [], category: '', tags: [] }
  const article = { slug: 'a', path: '/2026/11/a', file: 'a.html', meta, body, mayHaveUpdates: true }
  return isRunning(article as unknown as CatalogueArticle, NOON, ZONE)
}

test.each([
  ['a recent update', RECENT, true],
  ['an end of another block', `<!-- wp:file {"ended":true} /-->\n\n${RECENT}`, true],
  ['an update that is the last', RECENT + update('2026-11-28T11:30', 'live-update live-ended'), false],
  ['an update whose field says so', update('2026-11-28T11:30', 'live-update', ',"ended":true'), false],
  ['updates of the day before yesterday', update('2026-11-27T11:00') + update('2026-11-26T11:00'), false],
  ['code that mentions the class', '<!-- wp:code -->\n<pre>class="live-update"</pre>\n<!-- /wp:code -->', false],
])('a card judges by %s whether a coverage goes on (CARD-45)', (_name, body, expected) => {
  expect(runs(body)).toBe(expected)
})

test('a text without updates is not read for its card (SRC-62)', () => {
  const unread = Object.defineProperty({ mayHaveUpdates: false }, 'body', {
    get() {
      throw new Error('read')
    },
  })
  expect(isRunning(unread as unknown as CatalogueArticle, NOON, ZONE)).toBe(false)
})
