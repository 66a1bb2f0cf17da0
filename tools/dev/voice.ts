import { createLog } from '../../src/observability/log/log.ts'
import { parsedLine, warningOf } from '../start/log-line.ts'

export type Outcome = 'shown' | 'unreadable' | 'removed'

const OUTCOMES: Readonly<Record<Outcome, string>> = {
  shown: 'saved and shown',
  unreadable: 'saved, and cannot be read',
  removed: 'removed',
}

export interface Voice {
  ready(port: number, welcome: () => string): void
  saved(file: string, outcome: Outcome, milliseconds: number): void
  failed(words: string): void
  brokenFiles(lines: readonly string[]): void
  allFilesMended(): void
  stopped(): void
  /** Gets chunks of the portal's log. */
  log?(chunk: string): void
}

const MENDED = 'all files of the newsroom can be read'

export function inWords(say: (text: string) => void, complain: (text: string) => void): Voice {
  let rest = ''
  return {
    ready: (_port, welcome) => say(welcome()),
    saved: (file, outcome, milliseconds) => say(`${file}: ${OUTCOMES[outcome]} (${milliseconds} ms)`),
    failed: complain,
    brokenFiles: (lines) =>
      complain(
        `files of the newsroom that cannot be read: ${lines.length}\n${lines.map((line) => `  ${line}`).join('\n')}`,
      ),
    allFilesMended: () => say(MENDED),
    stopped: () => say('\nStopped.'),
    log(chunk) {
      const lines = (rest + chunk).split('\n')
      rest = lines.pop() ?? ''
      for (const text of lines) {
        const line = parsedLine(text)
        // `brokenFiles` names them.
        const words = line?.err?.type === 'NewsroomFileError' ? undefined : line ? warningOf(line) : text
        if (words !== undefined) say(words)
      }
    },
  }
}

export function asJson(): Voice {
  const log = createLog({ level: 'info', secrets: [] })
  return {
    ready: (port) => log.info({ port }, 'ready'),
    saved: (file, outcome, milliseconds) => log.info({ file, ms: milliseconds }, OUTCOMES[outcome]),
    failed: (reason) => log.error({ reason }, 'cannot be shown'),
    brokenFiles: (lines) => log.error({ files: lines }, 'files of the newsroom that cannot be read'),
    allFilesMended: () => log.info(MENDED),
    stopped: () => log.info('stopped'),
  }
}
