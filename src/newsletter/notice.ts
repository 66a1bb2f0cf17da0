import type { Logger } from 'pino'

/** What an operator has to know of the subscribers' file; no address is in it. */
export type Notice =
  /** Made by an earlier release: its tables are those of this one now. */
  | { kind: 'migrated'; file: string }
  /** The indices did not say what the rows say, and were made again from them. */
  | { kind: 'reindexed'; file: string; problems: string[] }
  /** Broken: it was given another name, and a new file begun. */
  | { kind: 'set-aside'; file: string; keptAs: string; problem: string }
  /** What could be read of a broken file was taken over. */
  | { kind: 'salvaged'; file: string; from: string; rows: number; problem?: string }
  /** Removed or replaced while it was in use: what lies under its name now is used. */
  | { kind: 'replaced'; file: string }
  /** The disk cannot share memory between processes, as network disks cannot. */
  | { kind: 'no-wal'; file: string; mode: string }
  /** Addresses that nobody confirmed in time are deleted. */
  | { kind: 'forgotten'; count: number }
  /** The same is going to happen to these within a week, and nobody has sent them a link. */
  | { kind: 'unsent'; count: number }

export type Notify = (notice: Notice) => void

/** How bad each is, and what is said of it. */
const NOTICES: Record<Notice['kind'], { level: 'info' | 'warn' | 'error'; text: string }> = {
  migrated: { level: 'info', text: 'subscribers: the file has the tables of this release now' },
  reindexed: { level: 'warn', text: 'subscribers: an index of the file was wrong and was made again from the rows' },
  'set-aside': {
    level: 'error',
    text: 'subscribers: THE FILE IS BROKEN. It is kept under another name, a new one was begun; look at the disk',
  },
  salvaged: { level: 'error', text: 'subscribers: the rows of a broken file that can be read are in the new one' },
  replaced: { level: 'error', text: 'subscribers: the file was removed or replaced while the portal used it' },
  'no-wal': {
    level: 'warn',
    text: 'subscribers: the disk does not bear a write-ahead log; put SUBSCRIBERS_FILE on a disk of this machine',
  },
  forgotten: { level: 'info', text: 'subscribers: addresses that nobody confirmed in time are deleted' },
  unsent: {
    level: 'warn',
    text: 'subscribers: addresses are deleted soon, and no link that confirms them was sent; run newsletter:export',
  },
}

/** One log line for each. */
export function noticeLog(log: Pick<Logger, 'info' | 'warn' | 'error'>): Notify {
  return (notice) => {
    const { level, text } = NOTICES[notice.kind]
    log[level](notice, text)
  }
}

/** As a command says it. */
export function lineOf(notice: Notice): string {
  return `${NOTICES[notice.kind].text} ${JSON.stringify(notice)}\n`
}
