import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import '../support/amp-validator.ts'
import { plainLine } from '../../src/content/plain-line.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { until } from '../support/until.ts'
import { describeWithWordPress, WORDPRESS } from './available.ts'
import { discussed, PATHS, READERS_EMAIL, UNSEEN } from './discussed.ts'
import { startWordPress, type WordPress } from './wordpress.ts'

const START_LIMIT_MS = 150_000
/** WordPress takes one comment in 15 s from an IP address. */
const FLOOD_LIMIT_MS = 60_000
const NOVICE = 'nowa@tajne.example'

let wordpress: WordPress
let portal: TestPortal
let clients = 0

const amp = (path: string): string => `/wp-json/amp/v2/post${path}`
const feedOf = (path: string): string => `/api/feed/comments?article=${encodeURIComponent(path)}`

interface Sent {
  status: number
  location: string
  text: string
}

async function post(
  fields: Record<string, string>,
  headers: Record<string, string> = {},
  { url } = portal,
): Promise<Sent> {
  clients += 1
  const response = await fetch(`${url}/api/comments`, {
    method: 'POST',
    headers: { origin: url, 'x-forwarded-for': `198.51.100.${clients}`, ...headers },
    body: new URLSearchParams({ article: PATHS.open, author: 'Ela', email: NOVICE, website: '', ...fields }),
    redirect: 'manual',
  })
  expect(response.headers.get('cache-control')).toBe('no-store')
  return { status: response.status, location: response.headers.get('location') ?? '', text: await response.text() }
}

/** Requests until the response is as expected: after a purge, the first one is the old page. */
const shows = (path: string, isThere: (text: string) => boolean, from = portal): Promise<boolean> =>
  until(async () => isThere((await from.get(path)).text), Boolean)

const startPortal = (pollSeconds: string): Promise<TestPortal> => {
  const { url, user, password } = wordpress
  return startTestPortal({
    CONTENT: 'wordpress',
    CMS_URL: url,
    CMS_USER: user,
    CMS_KEY: password,
    CMS_POLL_SECONDS: pollSeconds,
    TRUST_PROXY: 'loopback',
  })
}

/** Lets WordPress forget the last comment: it compares dates. */
async function forgetFlood(): Promise<void> {
  const all = await Promise.all(
    ['approve', 'hold', 'spam', 'trash'].map((status) =>
      wordpress.rest.all(`/comments?status=${status}&after=2026-06-01T00:00:00`),
    ),
  )
  for (const { id } of all.flat()) {
    await wordpress.rest.change(`/comments/${id}`, { date: '2026-03-06T10:00:00' })
  }
}

describeWithWordPress('comments of a WordPress', () => {
  beforeAll(async () => {
    wordpress = await startWordPress(WORDPRESS ?? '', discussed)
    portal = await startPortal('1')
  }, START_LIMIT_MS)
  afterAll(async () => {
    await portal?.close()
    await wordpress?.close()
  })

  test('stand below the article as threads, with dates, names and links of readers (COMM-1, COMM-3, COMM-4)', async () => {
    const { text, headers } = await portal.get(PATHS.open)
    expect(text).toContain('4 komentarze')
    expect(text).toMatch(/Pierwszy komentarz\.[\s\S]*Odpowiedź na pierwszy\.[\s\S]*Dobry <strong>tekst<\/strong>/)
    expect(text).toContain('<a href="https://ola.example/" rel="ugc nofollow noopener">Ola z Łodzi</a>')
    expect(text).toContain('<time dateTime="2026-03-02T08:00:00+01:00">')
    expect(headers['cache-control']).toContain('max-age=60')
  })

  test('hostile markup is text or gone (COMM-3)', async () => {
    const { text } = await portal.get(PATHS.open)
    const section = text.slice(text.indexOf('id="komentarze"'))
    for (const trace of ['onclick', 'onerror', 'javascript:', 'sledzi.example', 'zle.example', "alert('xss')"]) {
      expect([trace, section.includes(trace)]).toEqual([trace, false])
    }
    expect(text.match(/id="komentarze"/g)).toHaveLength(1)
    expect(section).toContain('<a href="https://obcy.example/strona" rel="ugc nofollow noopener">odnośnik</a>')
  })

  test('no output has an e-mail address, an unapproved comment or one behind a password (COMM-2)', async () => {
    const outputs = Object.values(PATHS).flatMap((path) => [path, amp(path), feedOf(path), `/fragment${path}`])
    const feeds = ['/api/feed/comments', '/api/feed/comments-rss', '/api/feed/rss', '/api/feed/feed-gn']
    for (const path of ['/', ...outputs, ...feeds, `${PATHS.large}/comment-page-2`, '/search?s=Wpis']) {
      const { text } = await portal.get(path)
      const hashes = ['md5', 'sha256'].map((name) => createHash(name).update(READERS_EMAIL).digest('hex'))
      for (const secret of [READERS_EMAIL, 'tajne.example', 'gravatar.com/avatar', ...hashes, ...UNSEEN]) {
        expect([path, secret, text.includes(secret)]).toEqual([path, secret, false])
      }
    }
    expect(JSON.stringify(portal.logs)).not.toContain('tajne.example')
    const reading = wordpress.calls.filter((call) => call.includes('/wp/v2/comments'))
    expect(reading.length).toBeGreaterThan(0)
    expect(reading.join()).not.toMatch(/context=edit|author_email|author_avatar/)
  })

  test('are at most five levels deep; deeper ones follow on the last (COMM-4)', async () => {
    const { text } = await portal.get(PATHS.deep)
    const section = text.slice(text.indexOf('id="komentarze"'), text.indexOf('id="formularz-komentarza"'))
    for (let level = 1; level <= 7; level += 1) expect(section).toContain(`Poziom ${level}.`)
    expect(section.match(/<ol/g)).toHaveLength(5)
  })

  test('say when they are closed; an article without any has no section (COMM-6)', async () => {
    const closed = (await portal.get(PATHS.closed)).text
    expect(closed).toContain('Zdążyłem przed zamknięciem.')
    expect(closed).toContain('Komentarze są zamknięte.')
    expect(closed).not.toContain('formularz-komentarza')
    expect((await portal.get(PATHS.silent)).text).not.toContain('id="komentarze"')
    expect((await portal.get(PATHS.secret)).text).not.toContain('id="komentarze"')
  })

  test('135 comments have pages with their threads whole (COMM-5)', async () => {
    const pages = await Promise.all(
      [1, 2, 3].map((n) => portal.get(n === 1 ? PATHS.large : `${PATHS.large}/comment-page-${n}`)),
    )
    expect(pages.map(({ status }) => status)).toEqual([200, 200, 200])
    const threads = pages.map(({ text }) => text.match(/Wątek \d+\./g)?.length)
    // The newest comments in the JSON-LD are replies.
    expect(threads).toEqual([20, 20, 5])
    expect(plainLine(pages[1]?.text ?? '')).toMatch(
      /Wątek 21\.[\s\S]*Odpowiedź 1 w wątku 21\.[\s\S]*Odpowiedź 2 w wątku 21\.[\s\S]*Wątek 22\./,
    )
    expect(pages[0]?.text).toContain('135 komentarzy')
    expect(pages[1]?.text).toContain(`rel="canonical" href="`)
    expect((await portal.get(`${PATHS.large}/comment-page-4`)).status).toBe(404)
    expect((await portal.get(`${PATHS.large}/comment-page-1`)).headers.location).toBe(PATHS.large)
    expect((await portal.get(`${PATHS.silent}/comment-page-2`)).status).toBe(404)
  })

  test('the count and the newest 20 are in the JSON-LD (COMM-13)', async () => {
    const { text } = await portal.get(PATHS.large)
    const json = /<script[^>]*application\/ld\+json[^>]*>(.*?)<\/script>/s.exec(text)?.[1] ?? '{}'
    const graph = JSON.parse(json)['@graph'] as Array<Record<string, unknown>>
    const article = graph.find((node) => node['@type'] === 'NewsArticle')
    expect(article?.commentCount).toBe(135)
    const comments = article?.comment as Array<Record<string, unknown>>
    expect(comments).toHaveLength(20)
    expect(comments[0]).toMatchObject({
      '@type': 'Comment',
      text: 'Odpowiedź 2 w wątku 45.',
      dateCreated: '2026-03-05T12:45:00+01:00',
      author: { '@type': 'Person', name: 'Ola z Łodzi', url: 'https://ola.example/' },
    })
    expect(String(article?.discussionUrl)).toContain(`${PATHS.large}#komentarze`)
  })

  test('AMP has the count and a link to the comments (COMM-13)', async () => {
    const { text } = await portal.get(amp(PATHS.open))
    expect(text).toContain('4 komentarze')
    expect(text).toMatch(/<a href="[^"]*\/2026\/03\/otwarta-dyskusja#komentarze">Komentarze do artykułu \(4\)<\/a>/)
    await expect(text).toBeValidAmp()
  })

  test('feeds have counts and links, and comments have feeds (COMM-15)', async () => {
    const rss = (await portal.get('/api/feed/rss')).text
    expect(rss).toContain('<slash:comments>135</slash:comments>')
    expect(rss).toMatch(/<comments>[^<]*\/2026\/03\/wielka-dyskusja#komentarze<\/comments>/)
    const atom = (await portal.get('/api/feed/feed-gn')).text
    expect(atom).toContain('<thr:total>135</thr:total>')
    expect(atom).toMatch(
      /<link rel="replies" type="application\/atom\+xml" href="[^"]*\/api\/feed\/comments\?article=[^"]*"/,
    )
    const own = await portal.get(feedOf(PATHS.open))
    expect([own.status, own.text.match(/<entry>/g)?.length]).toEqual([200, 4])
    expect(own.headers['content-type']).toContain('application/atom+xml')
    const all = await portal.get('/api/feed/comments-rss')
    expect(all.text.match(/<item>/g)).toHaveLength(20)
    expect(all.text).toContain('Wpis wielka-dyskusja')
    expect((await portal.get('/api/feed/comments?article=/nie/ma')).status).toBe(404)
    for (const [old, now] of [
      ['/comments/feed/', '/api/feed/comments-rss'],
      ['/comments/feed/atom/', '/api/feed/comments'],
      [`${PATHS.open}/feed/`, `/api/feed/comments-rss?article=${encodeURIComponent(PATHS.open)}`],
    ] as const) {
      const { status, headers } = await portal.get(old)
      expect([old, status, headers.location]).toEqual([old, 301, now])
    }
  })

  test('a reply has a form of its own, which no cache keeps (COMM-7)', async () => {
    const { text } = await portal.get(PATHS.open)
    const href = /href="(\/api\/comments\?article=[^"]*reply=\d+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? ''
    const { status, headers, text: form } = await portal.get(href)
    expect([status, headers['cache-control'], headers['x-robots-tag']]).toEqual([200, 'no-store', 'noindex'])
    expect(form).toContain('Pierwszy komentarz.')
    expect(form).toMatch(/name="parent" value="\d+"/)
    expect((await portal.get('/api/comments?article=/nie/ma')).status).toBe(404)
    expect((await portal.get(`/api/comments?article=${PATHS.silent}`)).status).toBe(303)
  })

  describe('a posted comment', () => {
    beforeEach(forgetFlood)

    test(
      'of a newcomer waits for moderation, and appears once it is approved (COMM-8, COMM-12)',
      async () => {
        const sent = await post({ comment: 'Nowy <b>głos</b> & „cudzysłów”' })
        expect([sent.status, sent.location]).toEqual([303, expect.stringContaining('outcome=held')])
        const outcome = await portal.get(sent.location)
        expect(outcome.text).toContain('Komentarz czeka na akceptację redakcji.')
        expect(outcome.headers['cache-control']).toBe('no-store')
        expect((await portal.get(PATHS.open)).text).not.toContain('Nowy <b>głos</b>')
        const [held] = await wordpress.rest.all('/comments?status=hold&context=edit&orderby=id')
        expect(held).toMatchObject({ author_name: 'Ela', author_email: NOVICE })
        await wordpress.rest.change(`/comments/${held?.id}`, { status: 'approve' })
        await shows(PATHS.open, (text) => text.includes('Nowy <b>głos</b> &amp; „cudzysłów”'))
        await shows('/api/feed/comments', (text) => text.includes('Ela'))
      },
      FLOOD_LIMIT_MS,
    )

    test(
      'of a known author is below the article at once, as a reply too (COMM-8)',
      async () => {
        const [first] = await wordpress.rest.all('/comments?search=Pierwszy')
        const sent = await post({ comment: 'Znany głos.', parent: String(first?.id) })
        expect([sent.status, sent.location]).toEqual([303, expect.stringContaining('outcome=published')])
        await shows(PATHS.open, (text) => /Pierwszy komentarz\.[\s\S]*Znany głos\.[\s\S]*Dobry/.test(text))
      },
      FLOOD_LIMIT_MS,
    )

    test(
      'that is published purges its article’s pages, without a look at WordPress (COMM-8)',
      async () => {
        const unpolled = await startPortal('0')
        try {
          expect((await unpolled.get(PATHS.open)).text).not.toContain('Od razu widoczny.')
          const sent = await post({ comment: 'Od razu widoczny.' }, {}, unpolled)
          expect([sent.status, sent.location]).toEqual([303, expect.stringContaining('outcome=published')])
          await shows(PATHS.open, (text) => text.includes('Od razu widoczny.'), unpolled)
        } finally {
          await unpolled.close()
        }
      },
      FLOOD_LIMIT_MS,
    )

    test('reaches WordPress without credentials, with the reader’s IP address (COMM-8)', async () => {
      const sent = await post({ comment: 'Skąd piszę?' }, { 'x-forwarded-for': '198.51.100.250' })
      expect(sent.status).toBe(303)
      const { authorization, cookie, ...others } = wordpress.headersOf('POST /wp-comments-post.php')
      expect([authorization, cookie, others['x-forwarded-for']]).toEqual([undefined, undefined, '198.51.100.250'])
    })

    test(
      'is refused with the reason, and the text stays in the form (COMM-9)',
      async () => {
        await post({ comment: 'Dwa razy to samo.' })
        await forgetFlood()
        const duplicate = await post({ comment: 'Dwa razy to samo.' })
        expect([duplicate.status, duplicate.text]).toEqual([
          409,
          expect.stringContaining('Taki komentarz już do nas dotarł.'),
        ])
        expect(duplicate.text).toContain('Dwa razy to samo.</textarea>')
        const empty = await post({ comment: '  ', email: 'to nie adres', author: '' })
        expect(empty.status).toBe(400)
        for (const reason of ['Wpisz treść', 'Podaj poprawny adres', 'Podaj imię']) expect(empty.text).toContain(reason)
        expect(empty.text).toContain('value="to nie adres"')
      },
      FLOOD_LIMIT_MS,
    )

    test(
      'to a closed discussion is refused by WordPress itself (COMM-9)',
      async () => {
        const { text } = await portal.get(PATHS.deep)
        expect(text).toContain('formularz-komentarza')
        const [deep] = await wordpress.rest.all('/posts?slug=gleboka-dyskusja')
        await wordpress.rest.change(`/posts/${deep?.id}`, { comment_status: 'closed' })
        const { status, text: page } = await post({ article: PATHS.deep, comment: 'Za późno?' })
        expect([status, page]).toEqual([403, expect.stringContaining('Ten artykuł nie przyjmuje teraz komentarzy.')])
        expect(page).toContain('Za późno?</textarea>')
      },
      FLOOD_LIMIT_MS,
    )

    test(
      'other readers’ haste delays a comment; their own authors have to wait (COMM-10)',
      async () => {
        const elsewhere = { 'x-forwarded-for': '198.51.100.77' }
        const first = await post({ comment: 'Pierwszy w kolejce.' })
        expect(first.status).toBe(303)
        const again = await post({ comment: 'Ten sam autor od razu.' })
        expect([again.status, again.text]).toEqual([429, expect.stringContaining('Odczekaj chwilę')])
        expect(again.text).toContain('Ten sam autor od razu.</textarea>')
        const startedAt = performance.now()
        const [other, third] = await Promise.all([
          post({ comment: 'Ktoś inny.', email: 'inny@tajne.example' }, elsewhere),
          wait(300).then(() => post({ comment: 'Jeszcze ktoś.', email: 'trzeci@tajne.example' }, elsewhere)),
        ])
        // One client has one turn; on a busy machine it may be the later comment's.
        expect([other.status, third.status].toSorted()).toEqual([303, 429])
        expect(performance.now() - startedAt).toBeLessThan(20_000)
      },
      FLOOD_LIMIT_MS,
    )

    test('from another site, of another type, or by a program goes nowhere (COMM-10)', async () => {
      wordpress.forget()
      expect((await post({ comment: 'Obcy.' }, { origin: 'https://zle.example' })).status).toBe(403)
      expect((await post({ comment: 'Program.', website: 'https://spam.example' })).location).toContain('outcome=held')
      const json = await fetch(`${portal.url}/api/comments`, {
        method: 'POST',
        headers: { origin: portal.url, 'content-type': 'application/json' },
        body: '{}',
      })
      expect(json.status).toBe(415)
      const one = { 'x-forwarded-for': '203.0.113.7' }
      const statuses: number[] = []
      for (let n = 0; n < 6; n += 1) statuses.push((await post({ comment: '', author: `A${n}` }, one)).status)
      expect(statuses).toEqual([400, 400, 400, 400, 400, 429])
      expect(wordpress.calls.filter((call) => call.startsWith('POST'))).toEqual([])
    })

    test(
      'while WordPress hangs is not lost: the form has it, and the page is served (COMM-9)',
      async () => {
        process.kill(-wordpress.pid, 'SIGSTOP')
        try {
          const { status, text } = await post({ comment: 'Długi, przemyślany głos.' })
          expect([status, text]).toEqual([503, expect.stringContaining('Nie udało się wysłać komentarza.')])
          expect(text).toContain('Długi, przemyślany głos.</textarea>')
          expect((await portal.get(PATHS.open)).status).toBe(200)
        } finally {
          process.kill(-wordpress.pid, 'SIGCONT')
        }
      },
      FLOOD_LIMIT_MS,
    )

    test('leaves no trace in the log (COMM-10)', () => {
      expect(portal.logs.some(({ msg }) => msg === 'comment')).toBe(true)
      expect(JSON.stringify(portal.logs)).not.toMatch(/tajne\.example|przemyślany|198\.51\.100/)
    })
  })
})
