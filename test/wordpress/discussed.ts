import { join } from 'node:path'
import { ROOT } from '../support/root.ts'
import type { Rest } from './rest.ts'
import type { Content } from './wordpress.ts'

/** An e-mail address that no response may contain, in any form. */
export const READERS_EMAIL = 'czytelniczka@tajne.example'
export const THREADS = 45
export const PATHS = {
  open: '/2026/03/otwarta-dyskusja',
  deep: '/2026/03/gleboka-dyskusja',
  closed: '/2026/03/zamknieta-dyskusja',
  silent: '/2026/03/bez-dyskusji',
  large: '/2026/03/wielka-dyskusja',
  form: '/2026/03/formularz',
  file: '/2026/03/formularz-z-plikiem',
  other: '/2026/03/formularz-innej-wtyczki',
  secret: '/2026/03/dyskusja-pod-kluczem',
} as const

/** Held, spam and behind a password: words that no response may contain. */
export const UNSEEN = ['kanarekwstrzymany', 'kanarekspamu', 'kanarekzaklucza'] as const

const HOSTILE = `<p id="komentarze" onclick="alert(1)">Dobry <strong>tekst</strong><script>alert('xss')</script>
<img src="https://sledzi.example/x.gif" onerror="alert(2)"><a href="javascript:alert(3)">klik</a>
<a href="https://obcy.example/strona" target="_self">odnośnik</a> <form action="https://zle.example"><input name="haslo"></form></p>`

/** Posts with discussions of each kind. */
export const discussed: Content = {
  key: 'discussed-2',
  plugins: [join(ROOT, 'test/wordpress/php/contact-form-7.php')],
  async load(rest: Rest) {
    await rest.change('/settings', { timezone: 'Europe/Warsaw' })
    const post = (slug: string, more: object = {}) =>
      rest.make('/posts', {
        title: `Wpis ${slug}`,
        slug,
        status: 'publish',
        date: '2026-03-01T10:00:00',
        comment_status: 'open',
        content: `<!-- wp:paragraph --><p>Treść wpisu ${slug}.</p><!-- /wp:paragraph -->`,
        ...more,
      })
    const comment = (id: number, content: string, more: object = {}) =>
      rest.make('/comments', {
        post: id,
        content,
        author_name: 'Ola z Łodzi',
        author_email: READERS_EMAIL,
        author_url: 'https://ola.example/',
        status: 'approve',
        ...more,
      })
    const open = await post('otwarta-dyskusja')
    const first = await comment(open, 'Pierwszy komentarz.', { date: '2026-03-02T08:00:00' })
    await comment(open, 'Odpowiedź na pierwszy.', { parent: first, date: '2026-03-02T09:00:00', author_name: 'Jan' })
    await comment(open, HOSTILE, { date: '2026-03-02T10:00:00', author_url: 'javascript:alert(4)' })
    await comment(open, 'Podpisany adresem.', { date: '2026-03-02T11:00:00', author_name: READERS_EMAIL })
    await comment(open, UNSEEN[0], { status: 'hold' })
    await comment(open, UNSEEN[1], { status: 'spam' })
    const deep = await post('gleboka-dyskusja')
    let parent = 0
    for (let level = 1; level <= 7; level += 1) {
      parent = await comment(deep, `Poziom ${level}.`, { parent, date: `2026-03-03T10:0${level}:00` })
    }
    const closed = await post('zamknieta-dyskusja')
    await comment(closed, 'Zdążyłem przed zamknięciem.')
    await rest.change(`/posts/${closed}`, { comment_status: 'closed' })
    await post('bez-dyskusji', { comment_status: 'closed' })
    const large = await post('wielka-dyskusja')
    for (let number = 1; number <= THREADS; number += 1) {
      const two = String(number).padStart(2, '0')
      const thread = await comment(large, `Wątek ${number}.`, { date: `2026-03-04T10:${two}:00` })
      for (const reply of [1, 2]) {
        await comment(large, `Odpowiedź ${reply} w wątku ${number}.`, {
          parent: thread,
          date: `2026-03-05T1${reply}:${two}:00`,
        })
      }
    }
    const around = (markup: string) => `<!-- wp:paragraph --><p>Przed formularzem.</p><!-- /wp:paragraph -->
${markup}
<!-- wp:paragraph --><p>Za formularzem.</p><!-- /wp:paragraph -->`
    const shortcode = (id: number) => around(`<!-- wp:shortcode -->[contact-form-7 id="${id}"]<!-- /wp:shortcode -->`)
    await post('formularz', { content: shortcode(5), comment_status: 'closed' })
    await post('formularz-z-plikiem', { content: shortcode(9), comment_status: 'closed' })
    const other = '<form method="post" class="wpforms-form"><label>Głos <input name="glos"></label></form>'
    await post('formularz-innej-wtyczki', { content: around(`<!-- wp:html -->${other}<!-- /wp:html -->`) })
    const secret = await post('dyskusja-pod-kluczem', { password: 'tajne' })
    await comment(secret, UNSEEN[2])
  },
}
