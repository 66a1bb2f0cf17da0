import type { ServiceName } from '../../../services/service.ts'
import type { GitRepository } from '../settings.ts'

export interface FetchOrder {
  repository: GitRepository
  services: readonly ServiceName[]
  /** An empty folder, which gets `git` and `newsroom`. */
  into: string
  /** The folder's objects are not fetched again. */
  from?: { folder: string; commit: string }
  known: readonly string[]
  /** The commit outlives a crash of the machine. */
  isShown?: boolean
  /** Also lists what texts leave out, for `doctor`. */
  readsBodies?: boolean
}

export type Fetched =
  | { kind: 'known'; commit: string }
  | { kind: 'whole'; commit: string; articles: number; warnings: string[] }
  /** Each problem has file, line and remedy. */
  | { kind: 'broken'; commit: string; problems: string[] }
  | { kind: 'failed'; reason: string }

export const GIT_FOLDER = 'git'
export const NEWSROOM_FOLDER = 'newsroom'
