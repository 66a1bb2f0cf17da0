import { parseBlocks } from '../../../src/sources/block-grammar.ts'
import { publicBlocksOf } from '../../../src/sources/wordpress/content.ts'
import { hasMembersNotice, publicityOf } from '../../../src/sources/wordpress/public-text.ts'
import { atOnce } from '../../../src/system/steps.ts'

const publicity = (raw: string, rendered: string) => atOnce(publicityOf(parseBlocks(raw), rendered))
const p = (text: string) => `<!-- wp:paragraph --><p>${text}</p><!-- /wp:paragraph -->`
const LONG = 'Osiem słów o tym, co wie tylko abonent serwisu dzisiaj.'
const FIGURE =
  '<!-- wp:image --><figure class="wp-block-image"><img src="https://a.example/tajny.jpg" alt=""></figure><!-- /wp:image -->'

describe('the public rendering has the same text as the blocks (SRC-24)', () => {
  test.each([
    ['typed quotes and dashes', p('"Tak" -- nie... 1920x1080'), '<p>„Tak” – nie… 1920×1080</p>'],
    ['entities', p('Kup &amp; sprzedaj'), '<p>Kup &#038; sprzedaj</p>'],
    [
      'text of WordPress between',
      p('Raz') + p('dwa'),
      '<p>Raz</p><ul class="wp-block-latest-posts"><li>x</li></ul><p>dwa</p>',
    ],
    [
      'a URL that has become a player',
      p('Film https://video.example/abc tutaj'),
      '<p>Film <iframe src="https://player.example/abc"></iframe> tutaj</p>',
    ],
    [
      'a larger size of the file',
      FIGURE.replace('tajny', 'tajny-300x200'),
      '<img src="/uploads/tajny.jpg" srcset="x">',
    ],
    ['no text at all', '', ''],
  ])('%s', (_, raw, rendered) => expect(publicity(raw, rendered)).toBe('same'))
})

describe('the rendering decides where something is missing (SRC-24)', () => {
  test.each([
    ['a short text', p('Raz') + p('dwa'), '<p>Raz</p>', 'different'],
    ['the order', p('raz dwa') + p('trzy'), '<p>trzy</p><p>raz dwa</p>', 'different'],
    ['a part of a word', p('jutro'), '<p>pojutrze jutrowy</p>', 'different'],
    ['an image', p('Raz') + FIGURE, '<p>Raz</p>', 'different'],
    ['a shortcode that has been run', p('[ceny]'), '<p>12 zł</p>', 'different'],
    ['a paragraph for members (SRC-26)', p('Raz') + p(LONG), '<p>Raz</p>', 'restricted'],
    ['the only paragraph (SRC-26)', p(LONG), '', 'restricted'],
    [
      'its words elsewhere, in another order (SRC-26)',
      p(LONG),
      `<p>${LONG.split(' ').reverse().join(' ')}</p>`,
      'restricted',
    ],
    [
      'settings inside a block of a plugin',
      `<!-- wp:plugin/gate --><!-- wp:acf/link {"data":{"url":"/x"}} /--><!-- /wp:plugin/gate -->`,
      '',
      'different',
    ],
    [
      'a player inside a block of a plugin',
      '<!-- wp:plugin/gate --><!-- wp:embed {"url":"https://vimeo.com/123"} --><figure><div>https://vimeo.com/123</div></figure><!-- /wp:embed --><!-- /wp:plugin/gate -->',
      '',
      'different',
    ],
    ['an embedded video', '<figure><div>https://vimeo.com/123</div></figure>', '<figure></figure>', 'different'],
    ['a file whose name is a word of the text', FIGURE, '<p>tajny tajny.jpg</p>', 'different'],
    ['a file whose name is part of another one', FIGURE, '<img src="/uploads/nietajny.jpg">', 'different'],
  ])('%s', (_, raw, rendered, expected) => expect(publicity(raw, rendered)).toBe(expected))

  test.each([
    [
      '<figure><div>https://www.youtube.com/watch?v=abc-123</div></figure>',
      '<iframe src="https://www.youtube.com/embed/abc-123?feature=oembed">',
    ],
    ['<img src="/a/obraz.jpg">', '<img data-src="x" srcset="/a/obraz-300x200.jpg 300w, /a/inny.jpg 600w">'],
  ])('%s is shown by %s', (raw, rendered) => expect(publicity(raw, rendered)).toBe('same'))

  test('deep nesting is never compared', () => {
    const depth = 3000
    const raw = '<!-- wp:group -->'.repeat(depth) + p(LONG) + '<!-- /wp:group -->'.repeat(depth)
    expect(publicity(raw, `<p>${LONG}</p>`)).toBe('different')
  })
})

test('notices of membership plugins are recognised by their classes (SRC-26)', () => {
  expect(hasMembersNotice('<div class="a pmpro_content_message b">')).toBe(true)
  expect(hasMembersNotice("<p class='mepr-unauthorized-message'>")).toBe(true)
  expect(hasMembersNotice('<p>class pmpro_content_message</p><div class="not-pmpro_content_messages">')).toBe(false)
})

test('a text with a notice, a password or reusable blocks is as WordPress renders it (SRC-24)', async () => {
  const site = { newest: 'Najnowsze', passwordProtected: 'Hasło.', language: 'pl' as const, ownEmbeds: [] }
  const html = async (rendered: string, raw: string, isProtected = false) => {
    const { blocks, isRestricted } = await publicBlocksOf({ rendered, protected: isProtected }, raw, site)
    return [JSON.stringify(blocks).includes(LONG), isRestricted]
  }
  expect(await html('<div class="pmpro_content_message">Kup</div>', p(LONG))).toEqual([false, true])
  expect(await html(`<p>${LONG}</p>`, p(LONG), true)).toEqual([false, false])
  for (const name of ['block', 'core/block']) {
    const { blocks } = await publicBlocksOf({ rendered: '<p>Wspólny</p>' }, `<!-- wp:${name} {"ref":7} /-->`, site)
    expect(JSON.stringify(blocks)).not.toContain('core/block')
  }
})
