import fc from 'fast-check'
import { normaliseOne } from '../world.ts'

const ID = 'Kl0sZb0z_-1'
const youtube = (url: unknown, innerHTML = '') =>
  normaliseOne({
    blockType: 'youtube',
    blockName: 'core/embed',
    attrs: { url, providerNameSlug: 'youtube' },
    innerHTML,
  })

test.each([
  `https://www.youtube.com/watch?v=${ID}&t=30s`,
  `https://youtube.com/watch?t=30s&v=${ID}`,
  `http://m.youtube.com/watch?v=${ID}#a`,
  `https://music.youtube.com/watch?v=${ID}`,
  `https://youtu.be/${ID}?t=30`,
  `https://www.youtube.com/shorts/${ID}`,
  `https://www.youtube.com/embed/${ID}?rel=0`,
  `https://www.youtube-nocookie.com/embed/${ID}`,
  `https://www.youtube.com/live/${ID}`,
  ` https://WWW.YouTube.com/watch?v=${ID} `,
])('%s is a video', (url) => {
  expect(youtube(url)).toMatchObject([{ type: 'youtube', id: ID }])
})

test.each([
  `https://www.youtube.com/watch?v=${ID}2`,
  `https://www.youtube.com/watch?v=${ID.slice(1)}`,
  'https://www.youtube.com/watch?v=Kl0sZb0z_-!',
  'https://www.youtube.com/watch',
  `https://youtu.be/${ID}x`,
  `https://www.youtube.com/shorts/${ID}x`,
  `https://www.youtube.com.example/watch?v=${ID}`,
  `https://example.com/watch?v=${ID}`,
  `https://evil.example/?u=https://www.youtube.com/watch?v=${ID}`,
  `https://www.youtube.com@evil.example/watch?v=${ID}`,
  `javascript:alert('https://www.youtube.com/watch?v=${ID}')`,
  `ftp://www.youtube.com/watch?v=${ID}`,
  'https://www.youtube.com/@szpalta',
])('%j is not a video: a link at most, never a frame (BLOCK-29)', (url) => {
  for (const block of youtube(url)) {
    expect(block).toMatchObject({ type: 'embed', url: expect.stringMatching(/^https:/) })
    expect(block).not.toHaveProperty('frame')
  }
})

test.each(['', false])('%j is nothing', (url) => {
  expect(youtube(url)).toEqual([])
})

test('the URL may be in the markup only, and so is the caption', () => {
  const html = `<figure><div class="wp-block-embed__wrapper">\nhttps://www.youtube.com/watch?t=1&amp;v=${ID}\n</div>
    <figcaption>Film <em>przykład</em></figcaption></figure>`
  expect(youtube('', html)).toMatchObject([{ type: 'youtube', id: ID, caption: 'Film <em>przykład</em>' }])
})

test('an id is exactly 11 of the allowed characters, wherever it is in the URL (BLOCK-29)', () => {
  const id = fc.string({
    unit: fc.constantFrom(...'aZ09_-', '%2F', '&', '/', '?', '.', 'ł', '"'),
    minLength: 8,
    maxLength: 14,
  })
  const form = fc.constantFrom('https://youtu.be/', 'https://www.youtube.com/watch?v=', 'https://youtube.com/shorts/')
  fc.assert(
    fc.property(form, id, (url, written) => {
      for (const block of youtube(url + written)) {
        if ('frame' in block) expect(block).toMatchObject({ id: expect.stringMatching(/^[A-Za-z0-9_-]{11}$/) })
        else expect(block).toMatchObject({ type: 'embed', provider: 'YouTube' })
      }
    }),
  )
})
