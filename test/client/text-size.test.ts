import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from '../support/root.ts'

const read = (file: string) => readFile(join(ROOT, file), 'utf8')
const plain = (value: string) => value.replace(/\s+/g, '').replace(/(?<![\d.])0(?=\.)/g, '')

test('texts of another size grow from every size that they are set in (AID-1)', async () => {
  const tokens = await read('views/styles/tokens.css')
  const sizes = new Map(
    [...tokens.matchAll(/^ {2}(--size-[\w]+): (.+);$/gm)].map(([, name = '', value = '']) => [name, value]),
  )
  const written = await read('src/client/features/text-size.ts')
  const scaled = new Map(
    [...written.matchAll(/^ {2}'?([\w-]+)'?: '(.+)',$/gm)].map(([, name = '', value = '']) => [name, value]),
  )
  expect(plain(scaled.get('font-size') ?? '')).toBe(plain(sizes.get('--size-text') ?? 'none'))
  for (const name of ['--size-1', '--size-2', '--size-3', '--size-4', '--size-5'])
    expect([name, plain(scaled.get(name) ?? '')]).toEqual([name, plain(sizes.get(name) ?? 'none')])
})
