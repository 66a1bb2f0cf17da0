import fc from 'fast-check'
import { pixelSize } from '../../src/content/image-sizes.ts'
import { cdnImageUrl, imageSource, isThumbnailUrl, storageLinkUrl } from '../../src/content/images.ts'
import { RUNS } from '../support/property-runs.ts'
import { BUCKET, CDN, CMS, imagesOn } from './world.ts'

const images = imagesOn()

describe('an image URL', () => {
  test.each(['jpg', 'jpeg', 'png', 'gif', 'bmp', 'tiff', 'JPG', 'Png'])(
    'with .%s becomes webp (IMG-1)',
    (extension) => {
      expect(cdnImageUrl(`${CMS}/wp-content/uploads/2026/03/kadr.${extension}`, images)).toBe(
        `${CDN}/2026/03/kadr.webp`,
      )
    },
  )

  test.each(['webp', 'tif', 'svg', 'avif', 'jpg.webp', 'php'])('with .%s keeps its extension (IMG-1)', (extension) => {
    expect(cdnImageUrl(`${CMS}/2026/03/kadr.${extension}`, images)).toBe(`${CDN}/2026/03/kadr.${extension}`)
  })

  test('keeps its query, and an extension in the query is ignored (IMG-1)', () => {
    expect(cdnImageUrl(`${CMS}/2026/03/kadr.jpg?v=2`, images)).toBe(`${CDN}/2026/03/kadr.webp?v=2`)
    expect(cdnImageUrl(`${CMS}/2026/03/kadr?f=a.jpg`, images)).toBe(`${CDN}/2026/03/kadr?f=a.jpg`)
  })

  test.each([
    ['https://foreign.example/blog/2025/12/foto.png', `${CDN}/2025/12/foto.webp`],
    ['//foreign.example/2025/12/foto.png', `${CDN}/2025/12/foto.webp`],
    ['https://storage.googleapis.com/bucket/2025/12/foto.png', `${CDN}/2025/12/foto.webp`],
    [' https://foreign.example/2025/12/foto.png ', `${CDN}/2025/12/foto.webp`],
  ])('%s moves to the CDN by its year, month and file (IMG-4)', (url, moved) => {
    expect(cdnImageUrl(url, images)).toBe(moved)
  })

  test.each([
    'https://foreign.example/foto.png',
    'https://foreign.example/foto.png?v=2',
    'https://foreign.example/2025/12/album/foto.png',
    'https://foreign.example/2025/foto.png',
    'https://foreign.example/1200/80/foto.png',
    'https://foreign.example/2025/12/',
  ])('%s, foreign and without year, month and file at its end, is unchanged (IMG-4)', (url) => {
    expect(cdnImageUrl(url, images)).toBe(url)
  })

  test.each([
    ['https://cdn-images.szpalta.test/a/2025/12/foto.png', 'https://cdn-images.szpalta.test/a/2025/12/foto.webp'],
    ['http://cdn-2.szpalta.test/foto.jpg?x=1', 'http://cdn-2.szpalta.test/foto.webp?x=1'],
    [`${CDN}/a/foto.jpg`, `${CDN}/a/foto.webp`],
  ])("on the group's own CDN %s keeps host and path (IMG-2)", (url, kept) => {
    expect(cdnImageUrl(url, images)).toBe(kept)
  })

  test('on a cdn-* host other than the configured CDN keeps host and path', () => {
    const url = 'https://cdn-old.pictures.example/2025/12/foto.webp'
    expect(cdnImageUrl(url, imagesOn('https://img.pictures.example'))).toBe(url)
  })

  test.each([
    'https://bezprawnik.pl/wp-content/uploads/2025/12/foto.jpg',
    'https://www.bezprawnik.pl/foto.png?v=2',
    'https://cdn-1.bezprawnik.pl/2025/12/foto.jpeg',
  ])('%s, of bezprawnik, keeps everything, its extension too (IMG-3)', (url) => {
    expect(cdnImageUrl(url, images)).toBe(url)
  })

  test.each([
    'https://niebezprawnik.pl/2025/12/foto.jpg',
    'https://bezprawnik.pl.example/2025/12/foto.jpg',
    'https://cdn-images.szpalta.test.example/2025/12/foto.jpg',
    'https://cdn.foreign.example/2025/12/foto.jpg',
  ])('%s, which only resembles a kept host, moves to the CDN', (url) => {
    expect(cdnImageUrl(url, images)).toBe(`${CDN}/2025/12/foto.webp`)
  })

  test.each([
    ['/wp-content/uploads/2026/03/kadr.jpg', `${CDN}/wp-content/uploads/2026/03/kadr.webp`],
    ['obrazy/kadr.png?v=2', `${CDN}/obrazy/kadr.webp?v=2`],
    ['../kadr.webp', `${CDN}/kadr.webp`],
  ])('%s, relative, gets the CDN host and keeps its whole path (IMG-5)', (url, moved) => {
    expect(cdnImageUrl(url, images)).toBe(moved)
  })

  test("of this server's own /media stays a path", () => {
    const own = imagesOn('/media')
    expect(cdnImageUrl('/media/2026/03/kadr.jpg', own)).toBe('/media/2026/03/kadr.webp')
    expect(cdnImageUrl('/kadr.jpg', own)).toBe('/media/kadr.webp')
    expect(cdnImageUrl('https://akademia.szpalta.test/media/2026/03/kadr.jpg', own)).toBe('/media/2026/03/kadr.webp')
  })

  test('loses user name and password', () => {
    expect(cdnImageUrl('https://jan:haslo@foreign.example/foto.png', images)).toBe('https://foreign.example/foto.png')
  })

  test.each([
    '',
    '   ',
    'data:image/png;base64,AAAA',
    'javascript:alert(1)',
    'java\nscript:.evil.example/x.png',
    'blob:https://foreign.example/1',
    'ftp://foreign.example/2025/12/foto.jpg',
    'https://',
    '/\\[',
  ])('%j is not an image', (url) => {
    expect(cdnImageUrl(url, images)).toBeUndefined()
  })

  test('with backslashes in place of slashes is as foreign as in a browser', () => {
    expect(cdnImageUrl('\\\\foreign.example\\foto.png', images)).toBe('https://foreign.example/foto.png')
  })
})

describe('any URL', () => {
  const piece = fc.oneof(
    fc.constantFrom(...'https: http: // / \\ . .. : ? # @ % %2e cdn- szpalta.test bezprawnik.pl 2026/03/'.split(' ')),
    fc.constantFrom('javascript:', 'data:', '\n', '\t', '\u0000', ' ', 'ł', '[', '.jpg', '.webp', 'a', '$&', '{url}'),
    fc.string({ maxLength: 4 }),
  )
  const url = fc.oneof(
    fc.string(),
    fc.webUrl({ withQueryParameters: true, withFragments: true }),
    fc.array(piece, { maxLength: 10 }).map((pieces) => pieces.join('')),
    fc
      .tuple(fc.webUrl(), fc.constantFrom('', '/2026/03/a.jpg', '/x/2025/12/b.PNG?v=1', '/c.gif#top'))
      .map((pieces) => pieces.join('')),
  )
  const rules = fc.constantFrom(imagesOn('/media'), images, imagesOn('https://IMG.pictures.example:443/szpalta/'))

  test('is rewritten without an error to a path or an http(s) URL', () => {
    fc.assert(
      fc.property(url, rules, (written, own) => {
        const rewritten = cdnImageUrl(written, own)
        if (rewritten === undefined) return
        expect(rewritten).toMatch(/^(?:https?:\/\/|\/(?![/\\]))/)
        expect(URL.parse(rewritten, 'https://portal.example')?.protocol).toMatch(/^https?:$/)
      }),
      { numRuns: RUNS },
    )
  })

  test('is the same after a second rewrite', () => {
    fc.assert(
      fc.property(url, rules, (written, own) => {
        const once = cdnImageUrl(written, own)
        if (once !== undefined) expect(cdnImageUrl(once, own)).toBe(once)
      }),
      { numRuns: RUNS },
    )
  })

  test('keeps its host or moves to the CDN, nowhere else', () => {
    fc.assert(
      fc.property(url, (written) => {
        const rewritten = cdnImageUrl(written, images)
        if (rewritten === undefined) return
        expect([new URL(CDN).host, URL.parse(written.trim(), CDN)?.host]).toContain(new URL(rewritten).host)
      }),
      { numRuns: RUNS },
    )
  })

  test('has srcset candidates with a URL without white space and a width each', () => {
    fc.assert(
      fc.property(url, rules, (written, own) => {
        const source = imageSource(written, own)
        for (const candidate of source?.srcSet?.split(', ') ?? []) expect(candidate).toMatch(/^\S+ \d+w$/)
      }),
    )
  })
})

describe('a link to object storage (IMG-6)', () => {
  test.each([
    `${BUCKET}/bizblog/2026/03/raport.pdf?v=1`,
    'https://storage.googleapis.com/szpalta/2026/03/raport.pdf?v=1',
    'https://szpalta.s3.eu-central-1.amazonaws.com/2026/03/raport.pdf?v=1',
  ])('%s moves to the CDN', (url) => {
    expect(storageLinkUrl(new URL(url), images)).toBe(`${CDN}/2026/03/raport.pdf?v=1`)
  })

  test.each([
    'https://storage.googleapis.com/szpalta/raport.pdf',
    'https://foreign.example/2026/03/raport.pdf',
    'https://notamazonaws.com/2026/03/raport.pdf',
  ])('%s is not rewritten, or has no year and month', (url) => {
    expect(storageLinkUrl(new URL(url), images)).toBeUndefined()
  })
})

describe('the sizes of an image', () => {
  const widthsOf = (srcSet = '') => [...srcSet.matchAll(/ (\d+)w/g)].map((match) => Number(match[1]))

  test('are the image and the device widths of IMG-7 at quality 75', () => {
    const source = imageSource('/kadr.jpg', images)
    expect(source?.src).toBe(`${CDN}/kadr.webp`)
    expect(widthsOf(source?.srcSet)).toEqual([306, 360, 414, 690, 700, 1180, 1200])
    expect(source?.srcSet?.split(', ')[0]).toBe(`${CDN}/kadr.webp?w=306&q=75 306w`)
  })

  test('go up to the width of the image itself', () => {
    expect(widthsOf(imageSource('/kadr.jpg', images, 700)?.srcSet)).toEqual([306, 360, 414, 690, 700])
    expect(widthsOf(imageSource('/kadr.jpg', images, 699)?.srcSet)).toEqual([306, 360, 414, 690])
  })

  test('are none for an image smaller than the smallest width', () => {
    expect(imageSource('/kadr.jpg', images, 305)).toEqual({ src: `${CDN}/kadr.webp` })
  })

  test('are none for an image that is not on the CDN (IMG-8)', () => {
    expect(imageSource('https://foreign.example/foto.png', images)).toEqual({ src: 'https://foreign.example/foto.png' })
  })

  test('extend the query that an image already has', () => {
    const [first] = imageSource('/kadr.jpg?v=2', images)?.srcSet?.split(', ') ?? []
    expect(first).toBe(`${CDN}/kadr.webp?v=2&w=306&q=75 306w`)
  })

  test('follow the URL template of the configuration (IMG-8)', () => {
    const own = imagesOn(CDN, 'https://resize.example/{width}/{quality}/{url}')
    const [first] = imageSource('/kadr.jpg', own)?.srcSet?.split(', ') ?? []
    expect(first).toBe(`https://resize.example/306/75/${CDN}/kadr.webp 306w`)
  })

  test('keep characters of the URL that are special in a replacement or a template', () => {
    const [first] = imageSource('/a$$b$&.jpg?x={width}', images)?.srcSet?.split(', ') ?? []
    expect(first).toBe(`${CDN}/a$$b$&.webp?x={width}&w=306&q=75 306w`)
  })
})

describe('a thumbnail (IMG-10)', () => {
  test.each([
    'https://a.example/foto.jpg',
    'http://a.example/foto.jpeg',
    'https://a.example/foto.PNG',
    'https://a.example/foto.gif?v=2',
    'https://a.example/foto.webp',
  ])('%s shows', (url) => {
    expect(isThumbnailUrl(url)).toBe(true)
  })

  test.each([
    '',
    '/foto.jpg',
    'foto.jpg',
    'ftp://a.example/foto.jpg',
    'data:image/jpg,foto.jpg',
    'https://a.example/foto',
    'https://a.example/foto.svg',
    'https://a.example/foto.jpg.php',
    'https://a.example/?f=foto.jpg',
    'https://a.example/foto.jpg/',
  ])('%s, not http(s) or without a listed extension, is not shown', (url) => {
    expect(isThumbnailUrl(url)).toBe(false)
  })

  test.each([...'ąćęłńóśźżĄĆĘŁŃÓŚŹŻ%<>‹›"\'„”“‚‘’«» \t\n\u00a0'])(
    'with %j in its URL is not shown (IMG-10)',
    (sign) => {
      expect(isThumbnailUrl(`https://a.example/fo${sign}to.jpg`)).toBe(false)
    },
  )

  test.each([...'ąćęńóśźżĄĆĘŃÓŚŹŻ'])('with %j, decomposed, in its URL is not shown (IMG-10)', (letter) => {
    expect(isThumbnailUrl(`https://a.example/fo${letter.normalize('NFD')}to.jpg`)).toBe(false)
  })

  test('with letters of other languages shows (IMG-10)', () => {
    expect(isThumbnailUrl('https://a.example/größe-їжак.jpg')).toBe(true)
  })

  test('with a valid percent escape is not shown (IMG-10)', () => {
    expect(isThumbnailUrl('https://a.example/fo%20to.jpg')).toBe(false)
  })

  test('with white space at an end is not shown', () => {
    expect(isThumbnailUrl(' https://a.example/foto.jpg')).toBe(false)
  })
})

describe('a size in pixels (IMG-14)', () => {
  test.each([
    ['640', 640],
    [640, 640],
    [' 640 ', 640],
    ['640px', 640],
    ['640.7', 640],
  ])('%j is %d', (written, pixels) => {
    expect(pixelSize(written)).toBe(pixels)
  })

  test.each(['100%', 'auto', '', '0', '-5', 'NaN', '1e3', '12em', Number.NaN, Number.POSITIVE_INFINITY, undefined])(
    '%j is invalid',
    (written) => {
      expect(pixelSize(written)).toBeUndefined()
    },
  )
})

describe('the CDN of the configuration', () => {
  test.each(['', 'cdn.example', 'ftp://cdn.example', '//cdn.example', 'https://', 'https://[', '/'])(
    '%j is refused',
    (cdn) => {
      expect(() => imagesOn(cdn)).toThrow(TypeError)
    },
  )

  test('may have a trailing slash', () => {
    expect(cdnImageUrl('/kadr.jpg', imagesOn(`${CDN}/`))).toBe(`${CDN}/kadr.webp`)
    expect(cdnImageUrl('/kadr.jpg', imagesOn('/media/'))).toBe('/media/kadr.webp')
  })
})
