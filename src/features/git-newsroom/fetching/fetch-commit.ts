import { constants } from 'node:fs'
import * as fs from 'node:fs/promises'
import { dirname, extname, join } from 'node:path'
import { addRemote, fetch, init, listServerRefs, readBlob, readCommit, writeRef } from 'isomorphic-git'
import { newsroomCheck } from '../../../sources/embedded/newsroom-check.ts'
import { syncTreeAtOnce } from '../durable-files.ts'
import { type CommitFiles, filesOfCommit, type Repository } from './commit-files.ts'
import { gitHttp } from './git-http.ts'
import { FetchError, LIMITS } from './limits.ts'
import { type Fetched, type FetchOrder, GIT_FOLDER, NEWSROOM_FOLDER } from './messages.ts'
import { checkPack } from './pack-limits.ts'

/** Each fetch adds one; after these all is fetched again. */
const MOST_PACKS = 20
const MOST_PROBLEMS = 100
/** What the portal parses: a copy keeps its dates (`fileStamp`). */
const TEXTS = new Set(['.html', '.md', '.yaml'])
const LARGE_FILE_POINTER = /^version https:\/\/git-lfs\.github\.com\/spec\/v1\n/
const POINTER_BYTES = 300
const SHOWN = 'refs/heads/shown'
const ORIGIN = 'origin'
/** Front matter that the next commit need not parse. */
const INDEX = 'index.jsonl'

/** Reads the commit as the portal does. Never rejects; what it leaves in the folder counts only if it is whole. */
export async function fetchCommit(order: FetchOrder): Promise<Fetched> {
  try {
    return await fetched(order)
  } catch (error) {
    return { kind: 'failed', reason: reasonOf(error, order) }
  }
}

async function fetched(order: FetchOrder): Promise<Fetched> {
  const { repository, services, into, from, known, isShown = false, readsBodies = false } = order
  const commit = await newestCommit(order)
  if (known.includes(commit)) return { kind: 'known', commit }
  const objects = await fetchObjects(order)
  const { files, problems } = await filesOfCommit(objects, objects.commit, repository.path)
  const newsroom = join(into, NEWSROOM_FOLDER)
  const newest = { commit: objects.commit }
  if (problems.length > 0) return { kind: 'broken', ...newest, problems: problems.slice(0, MOST_PROBLEMS) }
  const before = from && {
    folder: join(from.folder, NEWSROOM_FOLDER),
    files: await filesOfCommit(objects, from.commit, repository.path).catch(() => undefined),
  }
  const pointers = await writeFiles(objects, files, newsroom, before)
  const {
    errors,
    warnings,
    articles: readable,
  } = await newsroomCheck(newsroom, services, {
    readsBodies,
    index: { own: join(into, INDEX), built: from && join(from.folder, INDEX) },
  })()
  const articles = readable.length
  const broken = [...pointers, ...errors]
  if (broken.length === 0 && articles === 0) broken.push(`no article of ${services.join(', ')} is in the commit`)
  if (broken.length > 0) return { kind: 'broken', ...newest, problems: broken.slice(0, MOST_PROBLEMS) }
  if (isShown) syncTreeAtOnce(into)
  return { kind: 'whole', ...newest, articles, warnings: warnings.slice(0, MOST_PROBLEMS) }
}

async function newestCommit({ repository }: FetchOrder): Promise<string> {
  const { url, branch } = repository
  const name = refOf(branch)
  const refs = await listServerRefs({ http: gitHttp(repository), url, protocolVersion: 1, prefix: name })
  const oid = refs.find(({ ref }) => ref === name)?.oid
  if (oid !== undefined) return oid
  throw new FetchError(
    branch === undefined
      ? 'the repository is empty'
      : `the repository has no branch "${branch}": see NEWSROOM_GIT_BRANCH`,
  )
}

/** Of a branch and a tag with the same short name, Git takes the tag. */
function refOf(branch: string | undefined): string {
  return branch === undefined ? 'HEAD' : `refs/heads/${branch}`
}

/** With what an earlier commit has; if that does not fit, without. */
async function fetchObjects(order: FetchOrder): Promise<Repository & { commit: string }> {
  const gitdir = join(order.into, GIT_FOLDER)
  const packs = order.from ? await packsOf(order.from.folder) : []
  if (order.from && packs.length > 0 && packs.length < MOST_PACKS * 2) {
    try {
      await init({ fs, gitdir, bare: true })
      await takeObjects(order.from, gitdir)
      return await fetchInto(gitdir, order)
    } catch (error) {
      if (error instanceof FetchError) throw error
      await fs.rm(gitdir, { recursive: true, force: true })
    }
  }
  await init({ fs, gitdir, bare: true })
  return fetchInto(gitdir, order)
}

async function packsOf(folder: string): Promise<string[]> {
  return fs.readdir(join(folder, GIT_FOLDER, 'objects/pack')).catch(() => [])
}

async function takeObjects({ folder, commit }: NonNullable<FetchOrder['from']>, gitdir: string): Promise<void> {
  const [from, into] = [join(folder, GIT_FOLDER), 'objects/pack']
  await fs.mkdir(join(gitdir, into), { recursive: true })
  for (const name of await packsOf(folder)) await sameFile(join(from, into, name), join(gitdir, into, name))
  await fs.copyFile(join(from, 'shallow'), join(gitdir, 'shallow')).catch(() => {})
  await writeRef({ fs, gitdir, ref: SHOWN, value: commit, force: true })
}

async function fetchInto(gitdir: string, { repository }: FetchOrder): Promise<Repository & { commit: string }> {
  const cache = {}
  const { url, branch } = repository
  await addRemote({ fs, gitdir, remote: ORIGIN, url, force: true })
  const checking = { promises: { ...fs, writeFile: writingPacks } }
  const { fetchHead } = await fetch({
    ...{ fs: checking, http: gitHttp(repository), gitdir, cache, url },
    ...{ ref: SHOWN, remoteRef: refOf(branch), remote: ORIGIN, depth: 1, singleBranch: true, tags: false },
  })
  if (fetchHead === null) throw new FetchError('the repository is empty')
  return { fs, gitdir, cache, commit: fetchHead }
}

/** @throws {FetchError} */
async function writingPacks(path: string, data: string | Uint8Array, options?: object): Promise<void> {
  if (path.endsWith('.pack') && typeof data !== 'string') {
    checkPack(Buffer.from(data.buffer, data.byteOffset, data.length))
  }
  await fs.writeFile(path, data, options)
}

interface EarlierFiles {
  folder: string
  files: CommitFiles | undefined
}

async function writeFiles(
  repository: Repository & { commit: string },
  files: ReadonlyMap<string, string>,
  into: string,
  before: EarlierFiles | undefined,
): Promise<string[]> {
  const pointers: string[] = []
  const date = await dateOf(repository)
  const folders = new Set<string>()
  await fs.mkdir(into)
  for (const [path, oid] of files) {
    const place = join(into, path)
    const folder = dirname(place)
    if (!folders.has(folder)) await fs.mkdir(folder, { recursive: true })
    folders.add(folder)
    if (before?.files?.files.get(path) === oid && (await isTaken(join(before.folder, path), place))) continue
    const { blob } = await readBlob({ ...repository, oid })
    if (blob.length > LIMITS.file) throw new FetchError(`${path}: more than ${LIMITS.file} bytes`)
    if (blob.length < POINTER_BYTES && LARGE_FILE_POINTER.test(Buffer.from(blob).toString('latin1'))) {
      pointers.push(`${path}: a pointer of Git LFS, which the portal does not follow; put the file itself there`)
    }
    await fs.writeFile(place, blob, { flag: 'wx' })
    await fs.utimes(place, date, date)
  }
  return pointers
}

/** A page that names no date has its commit's, and not that of a fetch. */
async function dateOf({ commit: oid, ...repository }: Repository & { commit: string }): Promise<Date> {
  const now = new Date()
  const seconds = await readCommit({ ...repository, oid }).then(
    ({ commit }) => commit.committer.timestamp,
    () => Number.NaN,
  )
  return seconds >= 0 && seconds * 1000 < now.getTime() ? new Date(seconds * 1000) : now
}

async function isTaken(from: string, place: string): Promise<boolean> {
  const taking = TEXTS.has(extname(place)) ? copyWithDate(from, place) : sameFile(from, place)
  return taking.then(
    () => true,
    () => false,
  )
}

async function copyWithDate(from: string, place: string): Promise<void> {
  await fs.copyFile(from, place, constants.COPYFILE_FICLONE)
  const { mtime } = await fs.stat(from)
  await fs.utimes(place, mtime, mtime)
}

/** Files of commits never change. Some disks have no hard links. */
async function sameFile(from: string, place: string): Promise<void> {
  await fs.link(from, place).catch(() => fs.copyFile(from, place))
}

/** The Git host may write anything; credentials stay out. */
function reasonOf(error: unknown, { repository }: FetchOrder): string {
  if (error instanceof FetchError) return error.message
  if (error instanceof Error && error.name === 'SmartHttpError') return 'there is no Git repository at NEWSROOM_GIT'
  const words = error instanceof Error ? error.message : String(error)
  const key = repository.credentials?.key
  return (key === undefined ? words : words.replaceAll(key, '***')).slice(0, 300)
}
