import { startExim } from './exim-server.ts'
import type { MailReport, MailServer } from './newsletter-run.ts'
import { until } from './until.ts'

/** In the log of Exim: a mail that it has taken, with its recipient; a recipient or a mail that it has refused. */
const TAKEN = / (\S+) <= .* S=(\d+) .* for (\S+)$/
const REFUSED = / rejected (?:RCPT <([^>]+)>|after DATA: 554 5\.7\.1 Not wanted by (\S+))/
/** Limit of waiting for mails: Exim syncs each to the disk. Milliseconds. */
const LIMIT_MS = 1_800_000

/** Debian's Exim as a mail server that counts: what its log says it has taken and refused. Nothing is delivered. */
export async function startEximMailServer(program: string): Promise<MailServer> {
  const exim = await startExim(program, undefined, { isQueueing: true })
  const report = async (): Promise<MailReport> => {
    const lines = (await exim.log()).split('\n')
    return {
      arrived: lines.flatMap((line) => {
        const [, id = '', bytes, to = ''] = TAKEN.exec(line) ?? []
        return bytes === undefined ? [] : [{ to, id, bytes: Number(bytes), digest: '' }]
      }),
      refused: lines.flatMap((line) => {
        const [, recipient, unwanted] = REFUSED.exec(line) ?? []
        return recipient ?? unwanted ?? []
      }),
      deferred: [],
    }
  }
  return {
    port: exim.port,
    async reached(count) {
      const taken = async (): Promise<number> => (await report()).arrived.length
      await until(taken, (mails) => mails >= count, LIMIT_MS)
    },
    report,
    close: () => exim.close(),
  }
}
