import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { originalsIn } from '../../src/media/originals.ts'
import { createResizer, fileOriginal } from '../../src/media/resizer.ts'
import { readArticle } from '../../src/sources/embedded/article-file.ts'
import { folderImages } from '../../src/sources/embedded/folder-images.ts'

const MEBIBYTE = 1024 * 1024
const FORMATS = ['jpg', 'jpeg', 'png', 'webp', 'avif'] as const

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'newsroom-'))
  const image = sharp({ create: { width: 640, height: 480, channels: 3, background: '#246' } })
  for (const format of FORMATS) {
    const bytes = await image
      .clone()
      .toFormat(format === 'jpg' ? 'jpeg' : format)
      .toBuffer()
    await put(`akademia/articles/zdjecie.${format}`, bytes)
  }
  const png = await image.clone().png().toBuffer()
  for (const file of ['assets/logo.png', 'images/okladka.png', 'akademia/articles/Zażółć gęślą.PNG', 'zestaw/a/b.png'])
    await put(file, png)
  await put('akademia/articles/tekst.txt', Buffer.from('tajne'))
})
afterAll(() => rm(folder, { recursive: true }))

async function put(file: string, bytes: Buffer): Promise<void> {
  await mkdir(dirname(join(folder, file)), { recursive: true })
  await writeFile(join(folder, file), bytes)
}

const article = {
  file: 'akademia/articles/tekst.md',
  meta: readArticle('a.html', '---\ntitle: A\nlead: B\ndate: 2026-03-01T10:00\n---\n').meta,
}
const shown = (src: string): string | undefined => folderImages(folder)(src, article)
const served = async (path: string | undefined) =>
  path === undefined ? undefined : originalsIn(join(folder, 'images'))(path.replace(/\.webp$/, ''))

test.each(FORMATS)('an image next to its article is shown, as %s (SRC-71)', async (format) => {
  const path = shown(`zdjecie.${format}`)
  expect(path).toMatch(/^\/2026\/03\/zdjecie-[0-9a-f]{10}\.webp$/)
  const original = await served(path)
  expect(original?.file).toBe(join(folder, `akademia/articles/zdjecie.${format}`))
  const { file = '', revision = '' } = original ?? {}
  const resizer = createResizer(64 * MEBIBYTE, 512 * MEBIBYTE)
  const { body } = await resizer.resize(fileOriginal(file, revision), { width: 306 }, false, 'a client')
  expect(await sharp(body).metadata()).toMatchObject({ format: 'webp', width: 306 })
})

test.each([
  ['./zdjecie.png', 'akademia/articles/zdjecie.png'],
  ['../../zestaw/a/b.png', 'zestaw/a/b.png'],
  ['/zestaw/a/b.png', 'zestaw/a/b.png'],
  ['zestaw/a/b.png', 'zestaw/a/b.png'],
  ['/logo.png', 'assets/logo.png'],
  ['/assets/logo.png', 'assets/logo.png'],
  ['okladka.png', 'images/okladka.png'],
  ['Za%C5%BC%C3%B3%C5%82%C4%87%20g%C4%99%C5%9Bl%C4%85.PNG', 'akademia/articles/Zażółć gęślą.PNG'],
  ['zdjecie.png?v=2#a', 'akademia/articles/zdjecie.png'],
])('%s is the file %s', async (src, file) => {
  expect((await served(shown(src)))?.file).toBe(join(folder, file))
})

test.each([
  '../../../etc/passwd.png',
  '/../../../etc/hostname.png',
  'tekst.txt',
  'brak.png',
  '%00.png',
  '%E0%A4%A.png',
  '..%2f..%2f..%2fetc%2fpasswd.png',
])('%s is no image of the folder', (src) => expect(shown(src)).toBeUndefined())

test('a link to a file elsewhere is not followed', async () => {
  const outside = await mkdtemp(join(tmpdir(), 'outside-'))
  await writeFile(join(outside, 'obcy.png'), 'tajne')
  await symlink(join(outside, 'obcy.png'), join(folder, 'akademia/articles/obcy.png'))
  expect(shown('obcy.png')).toBeUndefined()
  await rm(outside, { recursive: true })
})

test('the names of images/ and URLs stay', () => {
  expect(shown('/2026/03/nazwa-siec.webp')).toBe('/2026/03/nazwa-siec.webp')
  expect(shown('https://przyklad.example/a.png')).toBe('https://przyklad.example/a.png')
})
