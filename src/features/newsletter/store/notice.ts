import type { Logger } from 'pino'

export type Notice =
  | { kind: 'set-aside'; file: string; keptAs: string; problem: string }
  | { kind: 'replaced'; file: string }
  /** Network disks cannot share memory between processes. */
  | { kind: 'no-wal'; file: string; mode: string }
  /** A power cut may take acknowledged changes. */
  | { kind: 'not-durable'; settings: readonly string[] }
  | { kind: 'unreachable'; problem: string }
  /** The file has subscribers that the database has not got. */
  | { kind: 'unused-file'; file: string }
  /** Addresses not confirmed in time were deleted. */
  | { kind: 'forgotten'; count: number }
  /** Due for deletion within a week, without a link sent. */
  | { kind: 'unsent'; count: number }

export type Notify = (notice: Notice) => void

const NOTICES: Record<Notice['kind'], { level: 'info' | 'warn' | 'error'; text: string }> = {
  'set-aside': {
    level: 'error',
    text: 'subscribers: THE FILE IS BROKEN. It is kept under another name, a new one was begun; look at the disk, and restore the last backup',
  },
  replaced: { level: 'error', text: 'subscribers: the file was removed or replaced while the portal used it' },
  'no-wal': {
    level: 'warn',
    text: 'subscribers: the disk does not bear a write-ahead log; put SUBSCRIBERS_FILE on a disk of this machine',
  },
  'not-durable': {
    level: 'error',
    text: 'subscribers: the database may lose acknowledged changes at a power cut; switch these settings of the server on',
  },
  unreachable: {
    level: 'error',
    text: 'subscribers: the database of DATABASE_URL cannot be used now; the portal tries again with each call',
  },
  'unused-file': {
    level: 'warn',
    text: 'subscribers: DATABASE_URL is set, and SUBSCRIBERS_FILE is there too: its subscribers are not in the database',
  },
  forgotten: { level: 'info', text: 'subscribers: addresses that nobody confirmed in time are deleted' },
  unsent: {
    level: 'warn',
    text: 'subscribers: addresses are deleted soon, and no link that confirms them was sent; run newsletter:export',
  },
}

export function noticeLog(log: Pick<Logger, 'info' | 'warn' | 'error'>): Notify {
  return (notice) => {
    const { level, text } = NOTICES[notice.kind]
    log[level](notice, text)
  }
}

export function lineOf(notice: Notice): string {
  return `${NOTICES[notice.kind].text} ${JSON.stringify(notice)}\n`
}
