import { get } from 'node:http'
import { listenSettings } from '../src/edge/transport/settings.ts'
import { environment } from '../src/system/settings/environment.ts'
import { runCommand } from './run-command.ts'

const TIMEOUT = 4000
const REACHED_AT: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

/** Serves containers without an HTTP client (DEP-3). */
function run(): Promise<number> {
  const { port, host } = listenSettings(environment())
  return new Promise((resolve, reject) => {
    const call = get({ port, host: REACHED_AT[host] ?? host, path: '/healthz', timeout: TIMEOUT }, (response) => {
      response.resume()
      resolve(response.statusCode === 200 ? 0 : 1)
    })
    call.on('timeout', () => call.destroy(new Error(`no response within ${TIMEOUT} ms`)))
    call.on('error', reject)
  })
}

runCommand(run, 'usage: node dist/health.js\n')
