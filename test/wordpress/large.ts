import { join } from 'node:path'
import { ROOT } from '../support/root.ts'
import { unpackedWordPress } from './machine.ts'
import { startWordPress, type WordPress } from './wordpress.ts'

const CATEGORIES = 20
const AT_ONCE = 5000

/**
 * A WordPress with many posts, in twenty categories, an hour and a half apart.
 * @throws {Error} where WordPress is unavailable
 */
export async function startLarge(posts: number): Promise<WordPress> {
  const unpacked = await unpackedWordPress()
  if ('missing' in unpacked) throw new Error(`there is no WordPress: ${unpacked.missing}`)
  return startWordPress(unpacked.folder, {
    key: `large-${posts}`,
    plugins: [join(ROOT, 'test/wordpress/php/fill.php')],
    async load(rest) {
      const terms: number[] = []
      for (let number = 1; number <= CATEGORIES; number++) {
        terms.push(await rest.make('/categories', { name: `Dział ${number}`, slug: `dzial-${number}` }))
      }
      for (let from = 1; from <= posts; from += AT_ONCE) {
        await rest.ask('/../../fill/v1/posts', { from, count: Math.min(AT_ONCE, posts - from + 1), terms })
      }
    },
  })
}
