import { CONTENT_POLICY, createContentCache } from '../../../src/sources/cache/content-cache.ts'
import { createReads, instrumentedCache } from '../../../src/sources/cache/reads.ts'

describe('the reads of one response (CACHE-15)', () => {
  let now = 0
  const contents = createContentCache(
    () => {},
    () => now,
  )
  const reading = (isOld: (value: unknown) => boolean = () => false) => {
    const reads = createReads()
    const cache = instrumentedCache(contents, reads, isOld)
    return {
      reads,
      get: (key: string, load: () => Promise<string>) => cache.get({ key, load, policyOf: () => CONTENT_POLICY }),
    }
  }
  const failing = async (): Promise<string> => {
    throw new Error('the CMS is away')
  }

  test('are whole once all of them have ended', async () => {
    const { reads, get } = reading()
    let answer = (_: string): void => {}
    const late = get(
      'late',
      () =>
        new Promise((resolve) => {
          answer = resolve
        }),
    )
    await get('other', async () => 'a list')
    expect(reads.isWhole).toBe(false)
    answer('an article')
    await late
    expect(reads.isWhole).toBe(true)
  })

  test('are not when one has failed', async () => {
    const { reads, get } = reading()
    await expect(get('failing', failing)).rejects.toThrow('away')
    await get('after it', async () => 'a list')
    expect(reads.isWhole).toBe(false)
  })

  test('are not when an old value stands in for one that failed', async () => {
    await reading().get('old', async () => 'a list')
    now += 3_600_000
    const { reads, get } = reading()
    expect(await get('old', failing)).toBe('a list')
    expect(reads.isWhole).toBe(false)
  })

  test('are not when what came stands in for a newer one', async () => {
    const { reads, get } = reading((value) => value === 'from storage')
    await get('stored', async () => 'from storage')
    expect(reads.isWhole).toBe(false)
  })
})
