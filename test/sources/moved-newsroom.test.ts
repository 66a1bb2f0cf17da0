import { cp, mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { FolderChange } from '../../src/sources/embedded/changes.ts'
import { createEmbeddedSource, type EmbeddedSource } from '../../src/sources/embedded/embedded.ts'
import { createServices, SERVICE_NAMES } from '../support/customer-site.ts'

const { akademia } = createServices()
const article = (title: string, body = 'Tekst.'): string =>
  `---\ntitle: ${title}\nlead: Zajawka.\ndate: 2026-03-01T10:00\n---\n${body}\n`

let root: string
let link: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'moved-'))
  link = join(root, 'shown')
  for (const name of ['a', 'b', 'c']) await write(`one/akademia/articles/${name}.md`, article(name.toUpperCase()))
  await cp(join(root, 'one'), join(root, 'two'), { recursive: true })
  await symlink('one', link)
})
afterEach(() => rm(root, { recursive: true, force: true }))

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true })
  await writeFile(join(root, path), text)
}

async function pointTo(name: string): Promise<void> {
  await symlink(name, `${link}.next`)
  await rename(`${link}.next`, link)
}

/** @param index written by an earlier start */
async function opened(index?: string): Promise<{ source: EmbeddedSource; changes: FolderChange[]; close(): void }> {
  const changes: FolderChange[] = []
  const onError = (error: unknown): void => {
    throw error
  }
  const source = createEmbeddedSource(link, SERVICE_NAMES, onError, undefined, {
    ...(index !== undefined && { newsroomIndex: { own: index } }),
  })
  await source.prepare()
  const close = source.watch(
    () => 3_600_000,
    (_service, change) => void changes.push(change),
    onError,
  )
  return { source, changes, close }
}

const bodyOf = async (source: EmbeddedSource, name: string): Promise<string> =>
  JSON.stringify((await source.article(akademia, `/2026/03/${name}`)).json)

test.each([
  ['texts are in memory', false],
  ['an index of an earlier start stands for texts', true],
])('GIT-1 a folder that is another one now changes by the words that differ, when %s', async (_what, isIndexed) => {
  const index = join(root, 'index.jsonl')
  if (isIndexed) {
    const earlier = await opened(index)
    earlier.close()
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  await write('two/akademia/articles/b.md', article('B', 'Inny tekst.'))
  const { source, changes, close } = await opened(isIndexed ? index : undefined)
  await pointTo('two')
  // The folder before it may go, also where its texts were never read.
  await rm(join(root, 'one'), { recursive: true })
  await source.rescan()
  expect(changes.map(({ paths }) => paths)).toEqual([['/', '/2026/03/b']])
  for (const [name, words] of Object.entries({ a: 'Tekst.', b: 'Inny tekst.', c: 'Tekst.' })) {
    expect([name, await bodyOf(source, name)]).toEqual([name, expect.stringContaining(words)])
  }
  await source.rescan()
  expect(changes).toHaveLength(1)
  close()
})

test('GIT-1 a folder with the same words under other dates is no change', async () => {
  const { source, changes, close } = await opened()
  await pointTo('two')
  await source.rescan()
  expect(changes).toEqual([])
  close()
})
