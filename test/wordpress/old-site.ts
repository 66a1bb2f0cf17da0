import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { photo } from '../support/photo.ts'
import { ROOT } from '../support/root.ts'
import { EXPORT } from './exported.ts'
import type { Rest } from './rest.ts'
import { loadExport } from './theme-unit-test.ts'
import type { Content } from './wordpress.ts'

/** The name of the site before its move, in ten years of texts. */
export const OLD_NAME = 'gazeta.example'
export const BUCKET = 'media-gazety.s3.eu-central-1.amazonaws.com'
export const CDN = 'cdn.gazeta.example'
/** Hosts of media that the operator lists; nobody lists the last two. */
export const LISTED = [BUCKET, CDN, 'wpthemetestdata.files.wordpress.com']
export const FOREIGN = 'obrazy.obce.example'

const media = z.object({
  source_url: z.string(),
  media_details: z.object({ sizes: z.record(z.string(), z.object({ source_url: z.string() })) }).partial(),
})

/** Ten years of a site: images of four kinds of hosts, files, sizes by WordPress, and what is broken. */
export async function oldSite(): Promise<Content> {
  const hash = createHash('sha256')
  for (const file of ['old-site.ts', 'theme-unit-test.ts', 'php/router.php']) {
    hash.update(await readFile(join(ROOT, 'test/wordpress', file)))
  }
  if (EXPORT !== undefined) hash.update(await readFile(EXPORT))
  return { key: `old-${hash.digest('hex').slice(0, 16)}`, load }
}

async function load(rest: Rest): Promise<void> {
  await rest.change('/settings', { timezone: 'Europe/Warsaw', posts_per_page: 200 })
  if (EXPORT !== undefined) await loadExport(await readFile(EXPORT, 'utf8'), rest)
  const uploaded = async (name: string, type: string, bytes: Buffer) => {
    const id = await rest.upload(name, type, bytes)
    const { source_url: url, media_details: details } = media.parse(await rest.get(`/media/${id}`))
    const pathOf = (one: string) => new URL(one).pathname
    const sizes = Object.fromEntries(
      Object.entries(details.sizes ?? {}).map(([size, { source_url: one }]) => [size, pathOf(one)]),
    )
    return { id, path: pathOf(url), sizes }
  }
  const harbour = await uploaded('port.jpg', 'image/jpeg', await photo(1600, 1067, 3))
  const square = await uploaded('rynek.jpg', 'image/jpeg', await photo(1000, 1400, 5))
  const report = await uploaded('raport.pdf', 'application/pdf', Buffer.from(PDF))
  const video = await uploaded('video.mp4', 'video/mp4', videoBytes())
  const own = `https://${OLD_NAME}`
  const write = (number: number, title: string, content: string, fields: object = {}) =>
    rest.make('/posts', {
      title,
      slug: `stary-wpis-${number}`,
      status: 'publish',
      date: `20${String(10 + number).padStart(2, '0')}-03-0${1 + (number % 8)}T10:00:00`,
      content,
      ...fields,
    })
  const img = (src: string, width = 600, height = 400) =>
    `<img src="${src}" alt="" width="${width}" height="${height}" />`

  await write(
    1,
    'Wpis sprzed bloków',
    `${img(own + harbour.path)}\n\n${img(`http://${OLD_NAME}${harbour.sizes.medium}`, 300, 200)}`,
  )
  await write(
    2,
    'Wpis z plikami',
    `<p><a href="${own}${report.path}">Raport</a> <a href="http://${OLD_NAME}${video.path}">Film</a></p>\n` +
      `<a href="${own}${square.path}">${img(own + (square.sizes.thumbnail ?? ''), 150, 150)}</a>`,
  )
  await write(
    3,
    'Wpis z zasobnikiem',
    `${img(`http://${BUCKET}/2013/05/most.jpg`)} ${img(`http://${BUCKET}/2013/05/most-300x200.jpg`, 300, 200)}`,
  )
  await write(
    4,
    'Wpis z CDN',
    `${img(`http://${CDN}/obrazy/rzeka.png?ver=3`)} ${img(`http://${CDN}/obrazy/wykres.gif`)}`,
  )
  await write(
    5,
    'Wpis z Jetpackiem',
    [0, 1, 2, 3].map((n) => img(`https://i${n}.wp.com/${OLD_NAME}${harbour.path}?resize=600%2C400&ssl=1`)).join('\n') +
      img(`https://i0.wp.com/${FOREIGN}/2014/kot.jpg?w=300&ssl=1`),
  )
  await write(6, 'Wpis z obcym obrazem', img(`http://${FOREIGN}/2016/06/pies.jpg`))
  await write(
    7,
    'Wpis z uszkodzonymi obrazami',
    [
      `${own}/wp-content/uploads/2011/03/zaginiony.jpg`,
      `http://${CDN}/uszkodzony.jpg`,
      `http://${BUCKET}/2013/brak.png`,
    ]
      .map((src) => img(src))
      .join('\n'),
  )
  await write(
    8,
    'Wpis z blokami',
    `<!-- wp:image {"id":${harbour.id},"sizeSlug":"large"} --><figure class="wp-block-image size-large"><img src="${own}${harbour.sizes.large}" alt="Port" class="wp-image-${harbour.id}"/></figure><!-- /wp:image -->` +
      `<!-- wp:gallery --><figure class="wp-block-gallery has-nested-images">` +
      [harbour, square]
        .map(
          ({ id, path }) =>
            `<!-- wp:image {"id":${id}} --><figure class="wp-block-image"><img src="${own}${path}" alt="" class="wp-image-${id}"/></figure><!-- /wp:image -->`,
        )
        .join('') +
      `</figure><!-- /wp:gallery -->` +
      `<!-- wp:cover {"url":"${own}${square.path}"} --><div class="wp-block-cover"><img class="wp-block-cover__image-background" alt="" src="${own}${square.path}"/><div class="wp-block-cover__inner-container"><!-- wp:paragraph --><p>Rynek</p><!-- /wp:paragraph --></div></div><!-- /wp:cover -->` +
      `<!-- wp:file --><div class="wp-block-file"><a href="${own}${report.path}">Raport</a></div><!-- /wp:file -->` +
      `<!-- wp:video --><figure class="wp-block-video"><video controls src="${own}${video.path}"></video></figure><!-- /wp:video -->`,
    { featured_media: harbour.id },
  )
}

/** The head of a video, and bytes enough for parts. */
function videoBytes(): Buffer {
  const head = Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isommp41', 'latin1')
  const body = Buffer.alloc(300_000, 'video')
  const size = Buffer.alloc(8)
  size.writeUInt32BE(body.length + 8)
  size.write('mdat', 4)
  return Buffer.concat([head, size, body])
}

const PDF =
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Count 0/Kids[]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'
