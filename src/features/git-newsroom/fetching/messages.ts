import type { ServiceName } from '../../../services/service.ts'
import type { GitRepository } from '../settings.ts'

/** Messages between the portal and the thread that fetches; both are of one build. */

export interface FetchOrder {
  repository: GitRepository
  services: readonly ServiceName[]
  /** An empty folder, which gets `git` and `newsroom`. */
  into: string
  /** Folder of an earlier commit, whose objects are not fetched again. */
  from?: { folder: string; commit: string }
  /** Commits that need not be fetched. */
  known: readonly string[]
  /** Readers get the commit: it outlives a crash of the machine. */
  isShown?: boolean
  /** Also finds what is left out of texts, for `doctor`. */
  readsBodies?: boolean
}

export type Fetched =
  | { kind: 'known'; commit: string }
  /** All of it is in the folder, and can be read. */
  | { kind: 'whole'; commit: string; articles: number; warnings: string[] }
  /** Each problem has file, line and remedy. */
  | { kind: 'broken'; commit: string; problems: string[] }
  | { kind: 'failed'; reason: string }

/** Of a commit's folder. */
export const GIT_FOLDER = 'git'
export const NEWSROOM_FOLDER = 'newsroom'
