import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mediaSeal } from '../../../src/features/media/media-seal.ts'

let root: string

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'seal-'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

const mediaCache = { folder: 'data/media', bytes: 1 }
const sealed = (env: Partial<Parameters<typeof mediaSeal>[0]>) =>
  mediaSeal({ previewSecrets: {}, ...env }, root)('text')

test('IMG-32: instances with the same secret seal alike, and with another one otherwise', () => {
  const [purgeToken, other] = ['tajny-token', 'inny-token']
  expect(sealed({ purgeToken })).toMatch(/^[\w-]{12}$/)
  expect(sealed({ purgeToken, mediaCache })).toBe(sealed({ purgeToken }))
  expect(sealed({ purgeToken: other })).not.toBe(sealed({ purgeToken }))
  const previewSecrets = { post: 'p'.repeat(16), auto: 'a'.repeat(16) }
  expect(sealed({ previewSecrets: { auto: previewSecrets.auto, post: previewSecrets.post } })).toBe(
    sealed({ previewSecrets }),
  )
  expect(sealed({ previewSecrets, purgeToken })).toBe(sealed({ purgeToken }))
})

test('IMG-32: without one the processes of a machine share a key in the folder of images', async () => {
  expect(sealed({ mediaCache })).toBe(sealed({ mediaCache }))
  expect((await stat(join(root, 'data/media/seal.key'))).mode & 0o777).toBe(0o600)
  await writeFile(join(root, 'data/media/seal.key'), 'short')
  expect(sealed({ mediaCache })).not.toBe(sealed({ mediaCache }))
  // Nothing can be written below a file.
  await writeFile(join(root, 'file'), '')
  expect(sealed({ mediaCache: { ...mediaCache, folder: 'file/media' } })).toMatch(/^[\w-]{12}$/)
  expect(sealed({})).not.toBe(sealed({}))
})
