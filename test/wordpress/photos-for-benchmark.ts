import { z } from 'zod'
import { startBrowser } from '../support/browser.ts'
import { photo } from '../support/photo.ts'
import { unpackedWordPress } from './machine.ts'
import { startWordPress, type WordPress } from './wordpress.ts'

/** Pixels of the photos, and how many an article has below the first one. */
const [SIZE, PHOTOS] = [{ width: 2400, height: 1600 }, 5]
const media = z.object({
  id: z.number(),
  source_url: z.string(),
  media_details: z.object({ sizes: z.object({ large: z.object({ source_url: z.string() }) }) }),
})

export const ARTICLE = '/2025/05/fotoreportaz'
export { startBrowser }

/**
 * A WordPress with an article of photos, whose sizes WordPress has made itself, for `bench/media-bytes.mjs`.
 * @throws {Error} where it is unavailable
 */
export async function startWithPhotos(): Promise<WordPress> {
  const unpacked = await unpackedWordPress()
  if ('missing' in unpacked) throw new Error(`there is no WordPress to compare with: ${unpacked.missing}`)
  return startWordPress(unpacked.folder, {
    key: 'photos-2',
    async load(rest) {
      const photos = []
      for (let number = 0; number <= PHOTOS; number += 1) {
        const id = await rest.upload(
          `zdjecie-${number}.jpg`,
          'image/jpeg',
          await photo(SIZE.width, SIZE.height, number + 1),
        )
        photos.push(media.parse(await rest.get(`/media/${id}`)))
      }
      const [featured, ...others] = photos
      await rest.make('/posts', {
        title: 'Fotoreportaż',
        slug: 'fotoreportaz',
        status: 'publish',
        date: '2025-05-05T10:00:00',
        featured_media: featured?.id,
        content: others
          .map(({ id, media_details: { sizes } }) => {
            // Of this name WordPress makes its own sources, wherever it runs.
            const { pathname } = new URL(sizes.large.source_url)
            return (
              `<!-- wp:image {"id":${id},"sizeSlug":"large"} --><figure class="wp-block-image size-large">` +
              `<img src="${pathname}" alt="Zdjęcie" class="wp-image-${id}"/></figure><!-- /wp:image -->` +
              `<!-- wp:paragraph --><p>${'Tekst między zdjęciami. '.repeat(20)}</p><!-- /wp:paragraph -->`
            )
          })
          .join(''),
      })
    },
  })
}
