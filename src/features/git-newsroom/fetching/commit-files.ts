import { type FsClient, readTree } from 'isomorphic-git'
import { FetchError, LIMITS } from './limits.ts'

export interface Repository {
  fs: FsClient
  gitdir: string
  /** What the client has read of packs. */
  cache: object
}

export interface CommitFiles {
  /** Object ids by path from the newsroom's folder. */
  files: Map<string, string>
  /** Each problem has its path and the remedy. */
  problems: string[]
}

const FILES = new Set(['100644', '100755', '100664'])
const FOLDER = '040000'
const LINK = '120000'

/**
 * Lists files without writing one. Names that begin with a dot are other programs'.
 * @throws {FetchError} when the folder is not there, or has more files than a newsroom
 */
export async function filesOfCommit(repository: Repository, commit: string, path?: string): Promise<CommitFiles> {
  const listed: CommitFiles = { files: new Map(), problems: [] }
  const root = await readTree({ ...repository, oid: commit, filepath: path }).catch((error: unknown) => {
    if (path === undefined) throw error
    throw new FetchError(`the commit has no folder "${path}": see NEWSROOM_GIT_FOLDER`)
  })
  const waiting = [{ path: '', tree: root.tree, depth: 1 }]
  let folders = 0
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    folders += 1
    if (folders > LIMITS.folders || next.depth > LIMITS.depth) {
      throw new FetchError(
        `the commit has more than ${LIMITS.folders} folders, or more than ${LIMITS.depth} in each other`,
      )
    }
    const names = new Set<string>()
    for (const { mode, path: name, oid } of next.tree) {
      const place = next.path === '' ? name : `${next.path}/${name}`
      if (name.startsWith('.')) continue
      const problem = problemOf(name, place, mode, names)
      names.add(name)
      if (problem !== undefined) listed.problems.push(problem)
      else if (mode === FOLDER) {
        const { tree } = await readTree({ ...repository, oid })
        waiting.push({ path: place, tree, depth: next.depth + 1 })
      } else listed.files.set(place, oid)
      if (listed.files.size + listed.problems.length > LIMITS.files) {
        throw new FetchError(`the commit has more than ${LIMITS.files} files`)
      }
    }
  }
  return listed
}

function problemOf(name: string, place: string, mode: string, others: ReadonlySet<string>): string | undefined {
  // Objects may have names that no Git writes.
  const isPlain = name !== '' && !/[/\\\p{Cc}\uFFFD]/u.test(name) && Buffer.byteLength(name) <= 255
  const shown = JSON.stringify(place.slice(0, LIMITS.path)).slice(1, -1)
  if (!isPlain || others.has(name)) return `${shown}: no name of a file; rename it`
  if (place.length > LIMITS.path) return `${shown}: a path of more than ${LIMITS.path} characters; shorten it`
  if (mode === LINK) return `${shown}: a symbolic link; put the file itself there`
  if (mode !== FOLDER && !FILES.has(mode)) return `${shown}: a submodule; put its files there`
  return undefined
}
