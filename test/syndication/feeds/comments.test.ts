import { bindLines } from '../../../src/content/line-breaks.ts'
import { commentsFeed } from '../../../src/syndication/feeds/comments.ts'
import { services } from '../../content/world.ts'

const published = {
  time: { epoch: 0, iso: '1970-01-01T01:00:00+01:00', year: 1970, month: 1, day: 1, hour: 1, minute: 0 },
  day: '1 stycznia 1970',
  clock: '01:00',
}

test('no title of a feed of comments has the bindings of lines (TEXT-14)', () => {
  const written = 'Wi-Fi i 5 GHz w domu'
  const article = { id: '7', path: '/a', title: bindLines(written, 'pl') }
  expect(article.title).not.toBe(written)
  const comment = { id: '3', author: 'Ala', published, html: '' as never }
  const { title, heading, entries } = commentsFeed(
    [{ comment, article } as never],
    { service: services.akademia },
    article,
  )
  expect(title).toContain(written)
  expect(heading).toBe(written)
  expect(entries.map((entry) => entry.title)).toEqual([`Ala: ${written}`])
})
